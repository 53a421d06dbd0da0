import { useEffect, useState } from 'react'
import { Mark } from '#app/Mark.tsx'
import { leave, lookWhoIsHere } from '#app/presence.ts'
import { Waiting } from '#app/Waiting.tsx'
import { Avatar } from '#messages/Avatar.tsx'
import { type Consent as Asked, decide, fetchConsent, type Problem } from './consentRequest.ts'
import { Scopes } from './Scopes.tsx'
import styles from './Consent.module.css'

/** /oauth/v2/authorize: an app asks to be let in. */
export function Consent() {
  const { search } = location
  const [asked, setAsked] = useState<Asked | Problem>()
  const [deciding, setDeciding] = useState<'agree' | 'decline'>()
  useEffect(() => {
    fetchConsent(search).then(
      (found) => (found ? setAsked(found) : void lookWhoIsHere()),
      () => setAsked(unreachable),
    )
  }, [search])
  const choose = async (agree: boolean) => {
    setDeciding(agree ? 'agree' : 'decline')
    const answer = await decide(search, agree).catch(() => unreachable)
    if ('go' in answer) return location.assign(answer.go)
    setDeciding(undefined)
    setAsked(answer)
  }
  if (!asked) return <Waiting />
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        {'error' in asked ? (
          <Refused problem={asked} />
        ) : (
          <Question asked={asked} deciding={deciding} onChoose={(agree) => void choose(agree)} />
        )}
      </div>
    </main>
  )
}

const unreachable = { error: 'unreachable', detail: 'The server cannot be reached. Try again in a moment.' }

type QuestionProps = {
  asked: Asked
  deciding: 'agree' | 'decline' | undefined
  onChoose: (agree: boolean) => void
}

function Question({ asked, deciding, onChoose }: QuestionProps) {
  const { app, team, person, scopes, user_scopes: userScopes, installed } = asked
  return (
    <>
      <div className={styles['faces']} aria-hidden="true">
        <Avatar id={app.bot_user} label={app.bot_name} app />
        <span className={styles['between']} />
        <Mark size={30} className={styles['mark']} />
      </div>
      <h1 className={styles['title']}>
        {app.name} {installed ? 'asks again for access to' : 'asks to join'} {team.name}
      </h1>
      <p className={styles['note']}>{app.description ?? 'It says nothing about itself.'}</p>
      {scopes.length > 0 && <Scopes title={`As ${app.bot_name}, an app among you, it can`} scopes={scopes} />}
      {userScopes.length > 0 && <Scopes title={`In your name, ${person.name}, it can`} scopes={userScopes} own />}
      <div className={styles['actions']}>
        <button
          type="button"
          className={styles['quiet']}
          disabled={deciding !== undefined}
          onClick={() => onChoose(false)}
        >
          Cancel
        </button>
        <button
          type="button"
          className={styles['allow']}
          disabled={deciding !== undefined}
          onClick={() => onChoose(true)}
        >
          {deciding === 'agree' ? 'Allowing…' : 'Allow'}
        </button>
      </div>
      <p className={styles['small']}>
        Either way you go back to <strong>{asked.returns_to}</strong>.
      </p>
      <p className={styles['small']}>
        You are {person.name} in {team.name}.{' '}
        <button type="button" className={styles['link']} onClick={() => void leave()}>
          Be somebody else
        </button>
      </p>
    </>
  )
}

function Refused({ problem }: { problem: Problem }) {
  return (
    <>
      <Mark size={44} className={styles['mark']} />
      <h1 className={styles['title']}>This link does not work</h1>
      <p className={styles['note']}>{problem.detail}</p>
      <p className={styles['small']}>
        Tell whoever sent you here: <code className={styles['scope']}>{problem.error}</code>
      </p>
      <p className={styles['small']}>
        <a href="/">Open Rivulet</a>
      </p>
    </>
  )
}
