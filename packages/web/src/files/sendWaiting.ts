import { isBlankText } from '@rivulet/blocks/blank'
import { currentDraft, drafts } from '#store/browser/drafts.ts'
import { sendDraft } from './sendDraft.ts'
import { listUploadedFiles, uploads } from './uploads.ts'
import { letWait, waitingMessages } from './waitingMessages.ts'

/** [DRF-5] Sends each message that waits once its files are uploaded, unless its draft is another by then. */
export function sendWaiting(): () => void {
  const stops = [uploads.subscribe(look), drafts.subscribe(look)]
  look()
  return () => stops.forEach((stop) => stop())
}

function look(): void {
  for (const [draft, message] of Object.entries(waitingMessages.getState())) {
    if (!message) continue
    const { files, unready } = listUploadedFiles(draft)
    const isSame = currentDraft(draft).text === message.typed
    if (isSame && unready) continue
    letWait(draft, undefined)
    if (isSame && !(isBlankText(message.typed) && files.length === 0)) sendDraft(draft, message)
  }
}
