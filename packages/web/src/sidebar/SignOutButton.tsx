import { useState } from 'react'
import { askToConfirm } from '#controls/confirm/confirm.ts'
import { signOutAndLeave } from '#signin/session.ts'
import { outbox } from '#store/pending/outbox.ts'
import styles from './Account.module.css'

/** Signs the person out. What they wrote and could not send goes with them, so they are asked first. */
export function SignOutButton() {
  const [failed, setFailed] = useState(false)
  const signOut = async () => {
    const waiting = outbox.store.getState().filter(({ ts }) => ts === undefined).length
    if (waiting > 0 && !(await askToConfirm(lossOf(waiting)))) return
    setFailed(!(await signOutAndLeave()))
  }
  return (
    <>
      <button type="button" className={styles['signOut']} onClick={() => void signOut()}>
        Sign out
      </button>
      <p className={styles['stillIn']} role="alert">
        {failed && 'The server cannot be reached. You are still signed in.'}
      </p>
    </>
  )
}

function lossOf(waiting: number) {
  const text = waiting === 1 ? 'A message is not sent yet.' : `${waiting} messages are not sent yet.`
  return {
    title: { type: 'plain_text', text: 'Sign out?' },
    text: { type: 'plain_text', text: `${text} Signing out deletes ${waiting === 1 ? 'it' : 'them'}.` },
    confirm: { type: 'plain_text', text: 'Sign out' },
    style: 'danger',
  } as const
}
