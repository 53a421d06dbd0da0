import { useState } from 'react'
import { Mark } from '#app/Mark.tsx'
import { lookWhoIsHere } from '#app/presence.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { PeopleToBe } from './PeopleToBe.tsx'
import { signIn, type Credentials, type Person } from './session.ts'
import styles from './SignIn.module.css'

export function SignIn({ dev, people }: { dev: boolean; people: readonly Person[] }) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [choice, setChoice] = useState<{ given: { email: string; password: string }; people: readonly Person[] }>()
  const enter = async (credentials: Credentials) => {
    setBusy(true)
    const refused = await signIn(credentials)
    const several = 'email' in credentials && refused?.people
    setChoice(several ? { given: credentials, people: several } : undefined)
    setProblem(several ? undefined : refused?.problem)
    if (!refused) await lookWhoIsHere()
    setBusy(false)
  }
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <Mark size={44} className={styles['mark']} />
        <h1 className={styles['title']}>{dev ? 'Who are you today?' : 'Sign in to Rivulet'}</h1>
        {dev ? (
          <PeopleToBe note={inDevelopment} people={people} busy={busy} onPick={(person) => void enter(person)} />
        ) : choice ? (
          <PeopleToBe
            note="You are in several teams. Where to?"
            people={choice.people}
            busy={busy}
            onPick={({ team }) => void enter({ ...choice.given, team })}
          />
        ) : (
          <PasswordForm busy={busy} onSubmit={(credentials) => void enter(credentials)} />
        )}
        <p className={styles['problem']} role="alert">
          {problem}
        </p>
      </div>
    </main>
  )
}

/** It has no passwords: anybody may be anybody of its workspace file. */
const inDevelopment = 'This server runs for development. Choose a person; no password is asked.'
