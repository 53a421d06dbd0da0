import { useEffect, useState } from 'react'
import { Logo } from '#ui/Logo.tsx'
import { signOutAndLeave, refreshSession } from '#signin/session.ts'
import { LoadingScreen } from '#ui/LoadingScreen.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { t, tParts } from '#words/t.ts'
import { fetchConsent, sendDecision, type ConsentError, type ConsentRequest } from './consentApi.ts'
import { ScopeList } from './ScopeList.tsx'
import styles from './Consent.module.css'

/** The page at /oauth/v2/authorize: an app asks for permissions, and the person allows or declines. */
export function Consent() {
  const { search } = location
  const [request, setRequest] = useState<ConsentRequest | ConsentError>()
  const [deciding, setDeciding] = useState<'agree' | 'decline'>()
  useEffect(() => {
    fetchConsent(search).then(
      (fetched) => (fetched ? setRequest(fetched) : void refreshSession()),
      () => setRequest(unreachable),
    )
  }, [search])
  const decide = async (agree: boolean, webhookChannel?: string) => {
    setDeciding(agree ? 'agree' : 'decline')
    const answer = await sendDecision(search, agree, webhookChannel).catch(() => unreachable)
    if ('go' in answer) return location.assign(answer.go)
    setDeciding(undefined)
    setRequest(answer)
  }
  if (!request) return <LoadingScreen />
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        {'error' in request ? (
          <RequestError error={request} />
        ) : (
          <RequestForm
            request={request}
            deciding={deciding}
            onDecide={(agree, channel) => void decide(agree, channel)}
          />
        )}
      </div>
    </main>
  )
}

const unreachable = { error: 'unreachable', detail: t('The server cannot be reached. Try again in a moment.') }

type FormProps = {
  request: ConsentRequest
  deciding: 'agree' | 'decline' | undefined
  onDecide: (agree: boolean, webhookChannel?: string) => void
}

function RequestForm({ request, deciding, onDecide }: FormProps) {
  const { app, team, person, scopes, user_scopes: userScopes, installed, webhook_channels: channels } = request
  const [channel, setChannel] = useState('')
  return (
    <>
      <div className={styles['faces']} aria-hidden="true">
        <Avatar id={app.bot_user} label={app.bot_name} app />
        <span className={styles['between']} />
        <Logo size={30} className={styles['logo']} />
      </div>
      <h1 className={styles['title']}>
        {installed
          ? t('{app} asks again for access to {team}', { app: app.name, team: team.name })
          : t('{app} wants to join {team}', { app: app.name, team: team.name })}
      </h1>
      <p className={styles['note']}>{app.description ?? t('This app has no description.')}</p>
      {scopes.length > 0 && (
        <ScopeList title={t('As the app {name}, it can', { name: app.bot_name })} scopes={scopes} />
      )}
      {userScopes.length > 0 && (
        <ScopeList title={t('On your behalf, {name}, it can', { name: person.name })} scopes={userScopes} asPerson />
      )}
      {channels && (
        <label className={styles['choice']}>
          <span>{t('Where should {app} post?', { app: app.name })}</span>
          <select value={channel} onChange={(event) => setChannel(event.target.value)} required>
            <option value="">{t('Choose a channel')}</option>
            {channels.map(({ id, name }) => (
              <option key={id} value={id}>
                # {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className={styles['actions']}>
        <button
          type="button"
          className={styles['quiet']}
          disabled={deciding !== undefined}
          onClick={() => onDecide(false)}
        >
          {t('Cancel')}
        </button>
        <button
          type="button"
          className={styles['allow']}
          disabled={deciding !== undefined || (channels !== undefined && channel === '')}
          onClick={() => onDecide(true, channel || undefined)}
        >
          {deciding === 'agree' ? t('Allowing…') : t('Allow')}
        </button>
      </div>
      <p className={styles['small']}>
        {tParts('Either way, you return to {place}.', { place: <strong>{request.returns_to}</strong> })}
      </p>
      <p className={styles['small']}>
        {t('You are signed in as {name} in {team}.', { name: person.name, team: team.name })}{' '}
        <button
          type="button"
          className={styles['link']}
          onClick={() => void signOutAndLeave(location.pathname + location.search)}
        >
          {t('Use another account')}
        </button>
      </p>
    </>
  )
}

function RequestError({ error: { error, detail } }: { error: ConsentError }) {
  return (
    <>
      <Logo size={44} className={styles['logo']} />
      <h1 className={styles['title']}>{t('This link does not work')}</h1>
      <p className={styles['note']}>{detail}</p>
      <p className={styles['small']}>
        {t('Tell the sender of this link:')} <code className={styles['scope']}>{error}</code>
      </p>
      <p className={styles['small']}>
        <a href="/">{t('Open Rivulet')}</a>
      </p>
    </>
  )
}
