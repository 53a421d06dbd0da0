import type { ViewerChannel, ViewerUser } from 'rivulet/feedProtocol'
import { useState } from 'react'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { Avatar } from '#messages/authors/Avatar.tsx'
import { sendMessage } from '#store/client/pageClient.ts'
import { PlusIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import { startConversation } from './startConversation.ts'
import { mayBegin } from '#conversations/conversations.ts'
import styles from './AgentInvitation.module.css'

type Props = {
  app: ViewerUser
  channel: ViewerChannel
  /** The channel that is shown beside the agent. */
  looking?: string | undefined
  /** Called with the thread that has begun, or without one if the next message begins it. */
  onBegun: (threadTs: string | undefined) => void
}

/** What an agent is for, what it suggests to ask, and how to begin. */
export function AgentInvitation({ app, channel, looking, onBegun }: Props) {
  const [isBeginning, setBeginning] = useState(false)
  const [problem, setProblem] = useState<string>()
  async function begin(message?: string) {
    setBeginning(true)
    const begun = await startConversation(app, channel, looking)
    setBeginning(false)
    if (!begun.ok) return setProblem(begun.detail)
    if (message !== undefined) sendMessage(channel.id, message, { threadTs: begun.threadTs })
    onBegun(begun.threadTs)
  }
  return (
    <div className={styles['invitation']} data-testid="invitation">
      <Avatar id={app.id} label={app.label} app size={72} />
      <h2 className={styles['title']}>{t('Ask {name} something', { name: app.label })}</h2>
      <p className={styles['about']}>
        {app.agent_description ?? app.description ?? t('Each conversation is kept here.')}
      </p>
      {mayBegin(app, channel) && (
        <>
          {app.prompts && (
            <ul className={styles['prompts']}>
              {app.prompts.map(({ title, message }, i) => (
                <li key={i}>
                  <button
                    type="button"
                    className={styles['prompt']}
                    disabled={isBeginning}
                    onClick={() => void begin(message)}
                  >
                    <b>{title}</b>
                    <span>{message}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          <DialogButton look="primary" at="bar" disabled={isBeginning} onClick={() => void begin()}>
            <PlusIcon />
            {t('New conversation')}
          </DialogButton>
        </>
      )}
      <p role="status">{problem}</p>
    </div>
  )
}
