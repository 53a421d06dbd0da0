import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { CloseIcon } from '#ui/icons.tsx'
import icon from '#ui/IconButton.module.css'
import { t } from '#words/t.ts'
import { openThread } from './openThread.ts'
import { answeredThread } from './openThreadOnReply.ts'
import styles from './AnsweredThread.module.css'

/** [WEB-5] Leads to the thread in which an app answers the person, on a page that is too narrow for both. */
export function AnsweredThread({ channel }: { channel: string }) {
  const answered = useStore(answeredThread)
  const label = useWorkspace(({ users }) => users[answered.app ?? '']?.label ?? t('The app'))
  useEffect(() => forget, [])
  const { thread } = answered
  return (
    <div role="status">
      {answered.channel === channel && thread && (
        <div className={styles['line']}>
          <button type="button" className={styles['open']} data-opens-thread={thread} onClick={open}>
            <span>{t('{name} answers in a thread', { name: label })}</span>
            <b>{t('Open')}</b>
          </button>
          <button type="button" className={icon['button']} aria-label={t('Dismiss')} data-tip="" onClick={forget}>
            <CloseIcon size={14} />
          </button>
        </div>
      )}
    </div>
  )

  function open() {
    if (thread) openThread(channel, thread)
    forget()
  }
}

function forget(): void {
  answeredThread.setState({}, true)
}
