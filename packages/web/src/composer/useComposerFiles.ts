import { useEffect, useRef, useState, type RefObject } from 'react'
import {
  addFiles,
  listUploadedFiles,
  sendWhenUploaded,
  takeUploadedFiles,
  useIsWaiting,
  useUploads,
} from '#files/uploads.ts'
import { t } from '#words/t.ts'
import { useFileDrop } from './useFileDrop.ts'

/** The files of a draft: chosen, dropped on its pane, or pasted. `send` sends the message once they are uploaded. */
export function useComposerFiles(draft: string, area: RefObject<HTMLElement | null>, send: () => void) {
  const uploads = useUploads(draft)
  const [error, setError] = useState<string>()
  const sendWhenReady = useIsWaiting(draft)
  /** As it was last, when the composer is gone. */
  const newestSend = useRef(send)
  useEffect(() => {
    newestSend.current = send
  })

  function add(files: readonly File[]) {
    setError(addFiles(draft, files))
    area.current?.focus()
  }

  return {
    uploads,
    add,
    error,
    sendWhenReady,
    draggedOver: useFileDrop(area, add),
    /** Whether the message cannot be sent yet. If files are being uploaded, it is sent as soon as they are ready. */
    waitForUploads(): boolean {
      const { unready } = listUploadedFiles(draft)
      if (unready === 'failed') setError(t('A file could not be uploaded. Retry or remove it.'))
      if (unready === 'sending') sendWhenUploaded(draft, () => newestSend.current())
      return unready !== undefined
    },
    take: () => takeUploadedFiles(draft),
    /** The person edits the message: it is no longer sent automatically, and the error is outdated. */
    reset: () => {
      sendWhenUploaded(draft, undefined)
      setError(undefined)
    },
  }
}
