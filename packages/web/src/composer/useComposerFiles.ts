import { useState, type RefObject } from 'react'
import { addFiles, listUploadedFiles, useUploads } from '#files/uploads.ts'
import { type DraftMessage, letWait, useWaitingMessage } from '#files/waitingMessages.ts'
import { t } from '#words/t.ts'
import { useFileDrop } from './useFileDrop.ts'

/** The files of a draft: chosen, dropped on its pane, or pasted. */
export function useComposerFiles(draft: string, area: RefObject<HTMLElement | null>) {
  const uploads = useUploads(draft)
  const [refusal, setRefusal] = useState<string>()
  const waiting = useWaitingMessage(draft)
  const failed = uploads.some(({ state }) => state === 'failed')

  function add(files: readonly File[]) {
    setRefusal(addFiles(draft, files))
    area.current?.focus()
  }

  return {
    uploads,
    add,
    error:
      waiting && failed ? t('A file could not be uploaded. Retry or remove it, and the message is sent.') : refusal,
    /** The message that is sent once the files are uploaded. */
    waiting,
    failed,
    draggedOver: useFileDrop(area, add),
    /** Whether the message cannot be sent yet. It is sent as soon as its files are ready. */
    waitForUploads(message: DraftMessage): boolean {
      const { unready } = listUploadedFiles(draft)
      if (unready) letWait(draft, message)
      return unready !== undefined
    },
    /** The person edits the message: it is no longer sent automatically, and the error is outdated. */
    reset: () => {
      letWait(draft, undefined)
      setRefusal(undefined)
    },
  }
}
