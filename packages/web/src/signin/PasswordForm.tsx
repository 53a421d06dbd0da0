import { useId, useState, type FormEvent } from 'react'
import { t } from '#words/t.ts'
import styles from './SignIn.module.css'

type Props = { busy: boolean; onSubmit: (credentials: { email: string; password: string }) => void }

/** Sign-in with e-mail and password. */
export function PasswordForm({ busy, onSubmit }: Props) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit({ email, password })
  }
  return (
    <form className={styles['form']} onSubmit={submit}>
      <label htmlFor={`${id}-email`}>{t('E-mail')}</label>
      <input
        id={`${id}-email`}
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <label htmlFor={`${id}-password`}>{t('Password')}</label>
      <input
        id={`${id}-password`}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <button type="submit" className={styles['submit']} disabled={busy}>
        {busy ? t('Signing in…') : t('Sign in')}
      </button>
    </form>
  )
}
