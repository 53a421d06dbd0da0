import { addReminderNote, findReminder } from '#later/reminderNotes.ts'
import { navigate } from '#routing/route.ts'
import { onFrame } from '#store/client/pageClient.ts'
import { threadKey, workspace } from '#store/workspace/workspace.ts'
import { describeMessage } from './describeMessage.ts'
import { t } from '#words/t.ts'
import { createNotifier, findDeleted, type News } from './notifier.ts'
import { closePushed, turnPushesOn } from './push.ts'
import { isQuiet } from './quiet.ts'
import { startServiceWorker } from './serviceWorker.ts'
import { followNotificationSettings, notificationSettings, wantsNotifications } from './settings.ts'
import { followSight } from './sight.ts'
import { playSound } from './sound.ts'

/** So long other tabs and browsers have to say that the message was read. */
const settleMs = 1000

/** [NTF-6] Shows the browser's notifications while a person is signed in. When they leave, none stays. */
export function startNotifications(): () => void {
  const shown = new Map<string, { notification: Notification; news: News }>()
  const receive = createNotifier({
    getState: workspace.getState,
    isWanted: () => wantsNotifications() !== undefined,
    later: (callback) => setTimeout(callback, settleMs),
    show: (news) => void inOneTab(keyOf(news), () => show(news, shown)),
  })
  const stopFrames = onFrame((frame, before) => {
    receive(frame, before)
    const reminder = findReminder(frame, before)
    if (reminder && !isQuiet()) {
      addReminderNote(reminder)
      void inOneTab(keyOf(reminder), () => show(reminder, shown))
    }
    const deleted = findDeleted(frame)
    if (deleted) closeWhat(shown, ({ channel, ts }) => channel === deleted.channel && ts === deleted.ts)
    else if (mayEndNews.has(frame.type)) closeWhat(shown, isOver)
  })
  const stops = [followNotificationSettings(), followSight(), startServiceWorker()]
  const { on, pushed, words } = notificationSettings.getState()
  if (on && pushed && 'Notification' in window && Notification.permission === 'granted') void turnPushesOn(words)
  const closeAll = () => shown.forEach(({ notification }) => notification.close())
  addEventListener('pagehide', closeAll)
  return () => {
    stopFrames()
    for (const stop of stops) stop()
    removeEventListener('pagehide', closeAll)
    closeAll()
  }
}

const mayEndNews = new Set(['read', 'followed', 'channel_changed', 'later_changed'])

/** As in the service worker. */
const withoutWords = { title: 'Rivulet', body: t('There is a new message for you.') }

type Shown = Map<string, { notification: Notification; news: News }>

function show(news: News, shown: Shown): void {
  const wanted = wantsNotifications()
  if (!wanted || !('Notification' in window) || Notification.permission !== 'granted') return
  const { title, body } = wanted.words ? describeMessage(news) : withoutWords
  const key = keyOf(news)
  try {
    // The page plays a sound of its own.
    const notification = new Notification(title, { body, tag: key, icon: '/mark.svg', silent: true })
    shown.set(key, { notification, news })
    notification.addEventListener('close', () => shown.delete(key))
    notification.addEventListener('click', () => {
      const { channel, message } = news
      window.focus()
      navigate({ channel, ...(message.thread_ts ? { thread: message.thread_ts } : {}), message: message.ts })
      notification.close()
    })
    if (wanted.sound) playSound()
  } catch {
    // Some browsers on phones show notifications of installed apps only.
  }
}

/** A notification of what was read, done or deleted, or of a place that the person has left or muted, disappears. */
function closeWhat(shown: Shown, isOver: (place: Place) => boolean): void {
  for (const { notification, news } of shown.values()) {
    const { ts, thread_ts: thread } = news.message
    if (isOver({ channel: news.channel, ts, thread, reminds: news.reminds })) notification.close()
  }
  void closePushed(isOver)
}

type Place = { channel: string; ts: string; thread?: string | undefined; reminds?: true | undefined }

function isOver({ channel: id, ts, thread, reminds }: Place): boolean {
  const { channels, activity, saved } = workspace.getState()
  const channel = channels[id]
  if (reminds) return channel?.muted === true || saved[threadKey(id, ts)]?.reminded_at === undefined
  const hasThread = thread !== undefined && activity.threads[`${id}/${thread}`] !== undefined
  return !channel?.member || channel.muted === true || (ts <= (channel.last_read ?? '') && !hasThread)
}

/** Of the tabs of a browser, one shows it. */
async function inOneTab(key: string, run: () => void): Promise<void> {
  // Without a secure origin there are neither locks nor notifications.
  await navigator.locks?.request(`rivulet.notification.${key}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return
    run()
    await new Promise((done) => setTimeout(done, settleMs))
  })
}

function keyOf({ channel, message, reminds }: News): string {
  return `${reminds ? 'reminder/' : ''}${channel}/${message.ts}`
}
