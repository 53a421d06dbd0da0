import { useEffect, useState } from 'react'
import { Logo } from '#ui/Logo.tsx'
import { t } from '#words/t.ts'
import { forgetOthers } from './forgetOthers.ts'
import { refreshSession } from './session.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { PersonPicker } from './PersonPicker.tsx'
import { isAddingTeam } from '#store/browser/pageTeam.ts'
import type { Person } from '#store/browser/browserStorage.ts'
import { signIn, type Credentials } from './postSignIn.ts'
import type { KnownPerson } from './sessionApi.ts'
import styles from './SignIn.module.css'

type TeamChoice = { credentials: { email: string; password: string }; people: readonly KnownPerson[] }

type Props = { dev: boolean; people: readonly KnownPerson[]; all: readonly Person[] }

/** The sign-in page. A development server lets people choose whom to be; otherwise they enter e-mail and password. */
export function SignIn({ dev, people: everybody, all }: Props) {
  const adding = isAddingTeam()
  const people = everybody.filter(({ team }) => !all.some((one) => one.team === team))
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [choice, setChoice] = useState<TeamChoice>()
  useEffect(() => void forgetOthers(), [])
  const submit = async (credentials: Credentials) => {
    setBusy(true)
    const refusal = await signIn(credentials)
    const people = 'email' in credentials && refusal?.people
    setChoice(people ? { credentials, people } : undefined)
    setProblem(people ? undefined : refusal?.problem)
    if (!refusal && adding) return location.replace('/')
    if (!refusal) await refreshSession()
    setBusy(false)
  }
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <Logo size={44} className={styles['logo']} />
        <h1 className={styles['title']}>
          {adding ? t('Sign in to another team') : dev ? t('Who are you today?') : t('Sign in to Rivulet')}
        </h1>
        {dev ? (
          <PersonPicker note={developmentNote} people={people} busy={busy} onSelect={(person) => void submit(person)} />
        ) : choice ? (
          <PersonPicker
            note={t('You belong to several teams. Choose one.')}
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
        {adding && (
          <a className={styles['back']} href="/">
            {t('Back to Rivulet')}
          </a>
        )}
      </div>
    </main>
  )
}

const developmentNote = t('This is a development server. Choose a person to sign in as; no password is needed.')
