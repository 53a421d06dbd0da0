import { useState } from 'react'
import { askToConfirm } from '#controls/confirm/confirm.ts'
import { leftWords } from '#messages/editing/leftWords.ts'
import { signOutAndLeave } from '#signin/session.ts'
import { outbox } from '#store/pending/outbox.ts'
import { plural, t } from '#words/t.ts'
import styles from './Account.module.css'

/** Signs the person out. What they wrote and could not send, or have not added yet [MSG-36], goes with them, so they are asked first. */
export function SignOutButton() {
  const [failed, setFailed] = useState(false)
  const signOut = async () => {
    const waiting = outbox.store.getState().filter(({ ts }) => ts === undefined).length
    const words = Object.values(leftWords.getState()).some((left) => left?.waiting)
    if ((waiting > 0 || words) && !(await askToConfirm(lossOf(waiting, words)))) return
    setFailed(!(await signOutAndLeave()))
  }
  return (
    <>
      <button type="button" className={styles['signOut']} onClick={() => void signOut()}>
        {t('Sign out')}
      </button>
      <p className={styles['stillIn']} role="alert">
        {failed && t('The server cannot be reached. You are still signed in.')}
      </p>
    </>
  )
}

function lossOf(waiting: number, words: boolean) {
  const messages = plural(
    waiting,
    'A message is not sent yet. Signing out deletes it.',
    '{count} messages are not sent yet. Signing out deletes them.',
  )
  const text = [
    ...(waiting > 0 ? [messages] : []),
    ...(words ? [t('Words that you wrote for a deleted message are deleted by signing out.')] : []),
  ].join(' ')
  return {
    title: { type: 'plain_text', text: t('Sign out?') },
    text: { type: 'plain_text', text },
    confirm: { type: 'plain_text', text: t('Sign out') },
    style: 'danger',
  } as const
}
