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
  const enter = async (credentials: Credentials) => {
    setBusy(true)
    const refused = await signIn(credentials)
    setProblem(refused)
    if (!refused) await lookWhoIsHere()
    setBusy(false)
  }
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <Mark size={44} className={styles['mark']} />
        <h1 className={styles['title']}>{dev ? 'Who are you today?' : 'Sign in to Rivulet'}</h1>
        {dev ? (
          <PeopleToBe people={people} busy={busy} onPick={(person) => void enter(person)} />
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
