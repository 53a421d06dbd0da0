import { useEffect } from 'react'
import { useStore } from 'zustand'
import { announce } from '#announcer/announce.ts'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { describeMessage } from '#notifications/describeMessage.ts'
import type { News } from '#notifications/notifier.ts'
import { navigate } from '#routing/route.ts'
import { serverNow } from '#schedule/serverTime.ts'
import { threadKey, useWorkspace } from '#store/workspace/workspace.ts'
import { CloseIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import { dropReminderNote, reminderNotes } from './reminderNotes.ts'
import { save } from './saveMessage.ts'
import styles from './ReminderNotes.module.css'

const snoozeMs = 20 * 60_000

/** [LAT-6] Says on the page what the person wanted to be reminded of. */
export function ReminderNotes() {
  const notes = useStore(reminderNotes, (state) => state.notes)
  const saved = useWorkspace((state) => state.saved)
  const shown = notes.filter(({ channel, message }) => saved[threadKey(channel, message.ts)]?.reminded_at !== undefined)
  if (shown.length === 0) return null
  return (
    <section className={styles['notes']} aria-label={t('Reminders')}>
      {shown.slice(-3).map((news) => (
        <Note key={threadKey(news.channel, news.message.ts)} news={news} />
      ))}
    </section>
  )
}

function Note({ news }: { news: News }) {
  const { channel, message } = news
  const { title, body } = describeMessage(news)
  useEffect(() => announce(`${title}: ${body}`), [title, body])

  function show() {
    dropReminderNote(news)
    navigate({ channel, ...(message.thread_ts ? { thread: message.thread_ts } : {}), message: message.ts })
  }
  async function change(how: Parameters<typeof save>[2]) {
    const result = await save(channel, message.ts, how)
    if (result.ok) dropReminderNote(news)
  }

  return (
    <article className={styles['note']} aria-label={title}>
      <header>
        <b dir="auto">{title}</b>
        <button type="button" aria-label={t('Put away')} data-tip="" onClick={() => dropReminderNote(news)}>
          <CloseIcon size={14} />
        </button>
      </header>
      <p dir="auto">{body}</p>
      <div className={styles['foot']}>
        <DialogButton look="primary" at="row" onClick={show}>
          {t('Show')}
        </DialogButton>
        <DialogButton look="secondary" at="row" onClick={() => void change({ done: true })}>
          {t('Done')}
        </DialogButton>
        <DialogButton
          look="quiet"
          at="row"
          onClick={() => void change({ remind_at: serverNow().getTime() + snoozeMs })}
        >
          {t('In 20 minutes')}
        </DialogButton>
      </div>
    </article>
  )
}
