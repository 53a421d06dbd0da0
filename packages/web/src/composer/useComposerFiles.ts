import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { addFiles, takeUploadedFiles, useUploads } from '#files/uploads.ts'
import { t } from '#words/t.ts'
import { useFileDrop } from './useFileDrop.ts'

/** The files of a draft: chosen, dropped on its pane, or pasted. `send` sends the message once they are uploaded. */
export function useComposerFiles(draft: string, area: RefObject<HTMLElement | null>, send: () => void) {
  const uploads = useUploads(draft)
  const [error, setError] = useState<string>()
  const [sendWhenReady, setSendWhenReady] = useState(false)
  const isUploading = uploads.some(({ state }) => state === 'sending')
  const hasFailed = uploads.some(({ state }) => state === 'failed')

  function add(files: readonly File[]) {
    setError(addFiles(draft, files))
    area.current?.focus()
  }

  const sendNow = useEffectEvent(() => {
    setSendWhenReady(false)
    send()
  })
  useEffect(() => {
    if (sendWhenReady && !isUploading) sendNow()
  }, [sendWhenReady, isUploading])

  return {
    uploads,
    add,
    error,
    sendWhenReady,
    draggedOver: useFileDrop(area, add),
    /** Whether the message cannot be sent yet. If files are being uploaded, it is sent as soon as they are ready. */
    waitForUploads(): boolean {
      if (hasFailed) setError(t('A file could not be uploaded. Retry or remove it.'))
      else if (isUploading) setSendWhenReady(true)
      return hasFailed || isUploading
    },
    take: () => takeUploadedFiles(draft),
    /** The person edits the message: it is no longer sent automatically, and the error is outdated. */
    reset: () => {
      setSendWhenReady(false)
      setError(undefined)
    },
  }
}
