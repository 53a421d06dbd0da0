import type { ViewerSession } from 'rivulet/feedProtocol'
import { useEffect, useRef, useState } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { DialogError } from '#channels/dialogParts/DialogError.tsx'
import { serverNow } from '#schedule/serverTime.ts'
import { request } from '#store/client/pageClient.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { describeBrowser, describeUse } from './sessionWords.ts'
import { t } from '#words/t.ts'
import styles from './OwnSessions.module.css'

/** [SES-12, SES-13] Where the person is signed in, and the buttons to sign out there. */
export function OwnSessions() {
  const team = useWorkspace((state) => state.team.name)
  const [sessions, setSessions] = useState<readonly ViewerSession[]>()
  const [error, setError] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)

  async function load() {
    const result = await request({ type: 'sessions' }, 'sessions')
    if (result.ok) setSessions(result.answer.sessions)
    else setError(result.detail)
  }
  useEffect(() => void load(), [])

  async function end(session?: string) {
    const result = await request({ type: 'end_sessions', ...(session === undefined ? {} : { session }) }, 'done')
    setError(result.ok ? undefined : result.detail)
    await load()
    // The button that had the focus is gone.
    heading.current?.focus()
  }

  const others = sessions?.filter(({ current }) => !current) ?? []
  return (
    <section className={styles['sessions']} aria-labelledby="sessions">
      <h3 id="sessions" ref={heading} tabIndex={-1} className={styles['title']}>
        {t('Where you are signed in')}
      </h3>
      <ul className={styles['list']} aria-label={t('Browsers')} aria-busy={sessions === undefined}>
        {sessions?.map((session) => {
          const name = describeBrowser(session)
          return (
            <li key={session.id} className={styles['row']}>
              <span className={styles['words']}>
                <b className={styles['name']}>
                  {name}
                  {session.current && <span className={styles['tag']}>{t('This browser')}</span>}
                </b>
                <span className={styles['times']}>{describeUse(session, serverNow())}</span>
              </span>
              {!session.current && (
                <DialogButton
                  look="secondary"
                  at="row"
                  aria-label={t('Sign out of {name}', { name })}
                  onClick={() => void end(session.id)}
                >
                  {t('Sign out')}
                </DialogButton>
              )}
            </li>
          )
        })}
      </ul>
      {sessions !== undefined &&
        (others.length > 0 ? (
          <div>
            <DialogButton look="danger" at="footer" onClick={() => void end()}>
              {t('Sign out everywhere else')}
            </DialogButton>
          </div>
        ) : (
          <p className={styles['times']}>{t('You are signed in to {team} nowhere else.', { team })}</p>
        ))}
      <DialogError text={error} />
    </section>
  )
}
