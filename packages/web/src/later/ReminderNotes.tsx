import { useStore } from 'zustand'
import { DialogButton } from '#channels/dialogParts/DialogButton.tsx'
import { describeMessage } from '#notifications/describeMessage.ts'
import type { News } from '#notifications/notifier.ts'
import { NoteCard } from '#notes/NoteCard.tsx'
import styles from '#notes/Notes.module.css'
import { navigate } from '#routing/route.ts'
import { serverNow } from '#schedule/serverTime.ts'
import { threadKey, useWorkspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { dropReminderNote, reminderNotes } from './reminderNotes.ts'
import { save } from './saveMessage.ts'

const snoozeMs = 20 * 60_000

/** [LAT-6] Says on the page what the person wanted to be reminded of. */
export function ReminderNotes() {
  const notes = useStore(reminderNotes, (state) => state.notes)
  const saved = useWorkspace((state) => state.saved)
  const shown = notes.filter(({ channel, message }) => saved[threadKey(channel, message.ts)]?.reminded_at !== undefined)
  if (shown.length === 0) return null
  return (
    <section className={styles['list']} aria-label={t('Reminders')}>
      {shown.slice(-3).map((news) => (
        <Note key={threadKey(news.channel, news.message.ts)} news={news} />
      ))}
    </section>
  )
}

function Note({ news }: { news: News }) {
  const { channel, message } = news
  const { title, body } = describeMessage(news)

  function show() {
    dropReminderNote(news)
    navigate({ channel, ...(message.thread_ts ? { thread: message.thread_ts } : {}), message: message.ts })
  }
  async function change(how: Parameters<typeof save>[2]) {
    const result = await save(channel, message.ts, how)
    if (result.ok) dropReminderNote(news)
  }

  return (
    <NoteCard title={title} text={body} onPutAway={() => dropReminderNote(news)}>
      <DialogButton look="primary" at="row" onClick={show}>
        {t('Show')}
      </DialogButton>
      <DialogButton look="secondary" at="row" onClick={() => void change({ done: true })}>
        {t('Done')}
      </DialogButton>
      <DialogButton look="quiet" at="row" onClick={() => void change({ remind_at: serverNow().getTime() + snoozeMs })}>
        {t('In 20 minutes')}
      </DialogButton>
    </NoteCard>
  )
}
