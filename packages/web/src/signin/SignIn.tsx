import { useState } from 'react'
import { Logo } from '#ui/Logo.tsx'
import { refreshSession } from './session.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { PersonPicker } from './PersonPicker.tsx'
import { signIn, type Credentials, type KnownPerson } from './sessionApi.ts'
import styles from './SignIn.module.css'

type TeamChoice = { credentials: { email: string; password: string }; people: readonly KnownPerson[] }

/** The sign-in page. A development server lets people choose whom to be; otherwise they enter e-mail and password. */
export function SignIn({ dev, people }: { dev: boolean; people: readonly KnownPerson[] }) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [choice, setChoice] = useState<TeamChoice>()
  const submit = async (credentials: Credentials) => {
    setBusy(true)
    const refusal = await signIn(credentials)
    const people = 'email' in credentials && refusal?.people
    setChoice(people ? { credentials, people } : undefined)
    setProblem(people ? undefined : refusal?.problem)
    if (!refusal) await refreshSession()
    setBusy(false)
  }
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <Logo size={44} className={styles['logo']} />
        <h1 className={styles['title']}>{dev ? 'Who are you today?' : 'Sign in to Rivulet'}</h1>
        {dev ? (
          <PersonPicker note={developmentNote} people={people} busy={busy} onSelect={(person) => void submit(person)} />
        ) : choice ? (
          <PersonPicker
            note="You belong to several teams. Choose one."
            people={choice.people}
            busy={busy}
            onSelect={({ team }) => void submit({ ...choice.credentials, team })}
          />
        ) : (
          <PasswordForm busy={busy} onSubmit={(credentials) => void submit(credentials)} />
        )}
        <p className={styles['problem']} role="alert">
          {problem}
        </p>
      </div>
    </main>
  )
}

const developmentNote = 'This is a development server. Choose a person to sign in as; no password is needed.'
