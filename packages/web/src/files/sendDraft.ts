import { changeDraft } from '#store/browser/drafts.ts'
import { sendMessage } from '#store/client/pageClient.ts'
import { takeUploadedFiles } from './uploads.ts'
import type { DraftMessage } from './waitingMessages.ts'

/** Sends what is written with the files of the draft, which is empty then. */
export function sendDraft(draft: string, { channel, text, onSent, ...options }: DraftMessage): void {
  sendMessage(channel, text, { ...options, files: takeUploadedFiles(draft) })
  onSent?.()
  changeDraft(draft, { text: '', picked: [] })
}
