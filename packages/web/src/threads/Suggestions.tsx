import type { ViewerThread } from 'rivulet/feedProtocol'
import { sendMessage } from '#store/client/pageClient.ts'
import { useOutbox } from '#store/pending/outbox.ts'
import { t } from '#words/t.ts'
import styles from './Suggestions.module.css'

type Props = {
  channel: string
  threadTs?: string | undefined
  title?: string | undefined
  prompts: NonNullable<ViewerThread['suggestions']>['prompts']
}

/** Prompts that an app suggests: a click sends one. They disappear as soon as a message is sent. */
export function Suggestions({ channel, threadTs, title, prompts }: Props) {
  const outgoing = useOutbox(channel, threadTs)
  if (prompts.length === 0 || outgoing.length > 0) return null
  return (
    <section className={styles['suggestions']} aria-label={title ?? t('Suggestions')} data-testid="suggestions">
      {title && <p className={styles['title']}>{title}</p>}
      <ul className={styles['list']}>
        {prompts.map((prompt, i) => (
          <li key={i}>
            <button
              type="button"
              className={styles['prompt']}
              data-tip={prompt.message}
              aria-description={prompt.message}
              onClick={() => sendMessage(channel, prompt.message, { threadTs })}
            >
              {prompt.title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
