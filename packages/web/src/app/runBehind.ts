import { keepDrafts } from '#drafts/keepDrafts.ts'
import { askBeforeLeaving } from '#files/askBeforeLeaving.ts'
import { sendWaiting } from '#files/sendWaiting.ts'
import { rescueEdits } from '#messages/editing/rescueEdits.ts'
import { startNotifications } from '#notifications/startNotifications.ts'
import { followPreferences } from '#preferences/followPreferences.ts'
import { forgetOthers } from '#signin/forgetOthers.ts'
import { keepLastRead } from '#store/offline/keepLastRead.ts'

/** What runs as long as a person is signed in. */
export function runBehind(): () => void {
  void forgetOthers()
  const starts = [
    keepDrafts,
    rescueEdits,
    startNotifications,
    keepLastRead,
    followPreferences,
    sendWaiting,
    askBeforeLeaving,
  ]
  const stops = starts.map((start) => start())
  return () => stops.forEach((stop) => stop())
}
