import type { ViewerUser } from 'rivulet/feedProtocol'
import { useEffect } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { canConverse } from '#conversations/conversations.ts'
import { compareNames } from '#names/compareNames.ts'
import { navigate } from '#routing/route.ts'
import { openDirectMessage } from '#store/client/openDirectMessage.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { BackIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import { useNow } from './useNow.ts'
import { EndedWork, RunningWork } from './WorkCard.tsx'
import { readWork, useAgentWork, workAt } from './work.ts'
import styles from './AgentsPage.module.css'

/** How often the last words are read again while something runs. */
const readAgainMs = 1000

/** [AGT-3] What agents do in all channels of the person, what they have finished, and whom one can ask. */
export function AgentsPage() {
  const work = useAgentWork()
  const isRunning = (work?.running.length ?? 0) > 0
  const now = useNow(isRunning)
  const users = useWorkspace((state) => state.users)
  useEffect(() => void readWork(), [])
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void readWork()
    }, readAgainMs)
    return () => clearInterval(timer)
  }, [isRunning])
  const running = work ? workAt(work, now) : []
  const agents = Object.values(users)
    .filter(canConverse)
    .toSorted((one, other) => compareNames(one.label, other.label))
  return (
    <main className={styles['page']} id="messages" data-region="main" tabIndex={-1} aria-busy={!work || undefined}>
      <header className={styles['header']}>
        <button
          type="button"
          className={styles['back']}
          aria-label={t('Back to conversations')}
          onClick={() => navigate({})}
        >
          <BackIcon size={20} />
        </button>
        <h1 className={styles['title']}>{t('Agents')}</h1>
        <p className={styles['sum']} role="status">
          {work && (running.length > 0 ? t('{count} at work', { count: running.length }) : t('Nobody is at work'))}
        </p>
      </header>
      <div className={styles['scroll']}>
        <div className={styles['view']}>
          {running.length > 0 && (
            <section aria-label={t('At work')}>
              <ul className={styles['cards']}>
                {running.map((one) => (
                  <li key={`${one.channel} ${one.ts ?? one.thread_ts} ${one.app_id}`}>
                    <RunningWork work={one} now={now} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          {work && running.length === 0 && work.ended.length === 0 && (
            <p className={styles['none']}>
              {t(
                'Replies appear here while agents write them, wherever you have asked. Nothing has been asked in the last hour.',
              )}
            </p>
          )}
          {work && work.ended.length > 0 && (
            <section>
              <h2 className={styles['heading']}>{t('In the last hour')}</h2>
              <ul>
                {work.ended.map((one) => (
                  <li key={`${one.channel} ${one.ts}`}>
                    <EndedWork work={one} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          {agents.length > 0 && (
            <section>
              <h2 className={styles['heading']}>{t('Ask an agent')}</h2>
              <ul className={styles['agents']}>
                {agents.map((app) => (
                  <li key={app.id}>
                    <AgentCard app={app} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
    </main>
  )
}

function AgentCard({ app }: { app: ViewerUser }) {
  return (
    <div className={styles['agent']}>
      <Avatar id={app.id} label={app.label} app size={36} />
      <div className={styles['body']}>
        <b dir="auto">{app.label}</b>
        <p className={styles['line']}>{app.agent_description ?? app.description}</p>
      </div>
      <DialogButton
        look="secondary"
        at="row"
        aria-label={t('Ask {name}', { name: app.label })}
        onClick={() => void openDirectMessage([app.id])}
      >
        {t('Ask')}
      </DialogButton>
    </div>
  )
}
