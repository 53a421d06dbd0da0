import { useEffect, useEffectEvent, useState, type ClipboardEvent, type RefObject } from 'react'
import { addFiles, takeUploads, useUploads } from '#files/uploads.ts'

/** The files of a message that is being written: chosen, dropped on its pane, or pasted. */
export function useFiles(draft: string, area: RefObject<HTMLTextAreaElement | null>, send: () => void) {
  const uploads = useUploads(draft)
  const [trouble, setTrouble] = useState<string>()
  const [due, setDue] = useState(false)
  const sending = uploads.some(({ state }) => state === 'sending')
  const failed = uploads.some(({ state }) => state === 'failed')

  function add(files: readonly File[]) {
    setTrouble(addFiles(draft, files))
    area.current?.focus()
  }

  const go = useEffectEvent(() => {
    setDue(false)
    send()
  })
  useEffect(() => {
    if (due && !sending) go()
  }, [due, sending])

  return {
    uploads,
    add,
    trouble,
    due,
    over: useDropped(area, add),
    onPaste: (event: ClipboardEvent) => {
      const files = [...event.clipboardData.files]
      if (files.length === 0) return
      event.preventDefault()
      add(files)
    },
    /** Whether the message has to wait: it goes by itself once its files are there. */
    holds(): boolean {
      if (failed) setTrouble('A file is not there. Try it again, or take it away.')
      else if (sending) setDue(true)
      return failed || sending
    },
    take: () => takeUploads(draft),
    /** Something changes about the message: it does not go by itself any more. */
    forget: () => {
      setDue(false)
      setTrouble(undefined)
    },
  }
}

/** Files that are dropped on the pane around a composer; whether some are held over it. */
function useDropped(area: RefObject<HTMLElement | null>, add: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false)
  const dropped = useEffectEvent(add)
  useEffect(() => {
    const pane = area.current?.closest<HTMLElement>('main, aside')
    if (!pane) return undefined
    const holds = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const onOver = (event: DragEvent) => {
      if (!holds(event)) return
      event.preventDefault()
      setOver(true)
    }
    const onLeave = (event: DragEvent) => {
      const { relatedTarget: to } = event
      if (!(to instanceof Node && pane.contains(to))) setOver(false)
    }
    const onDrop = (event: DragEvent) => {
      if (!holds(event)) return
      event.preventDefault()
      setOver(false)
      dropped([...(event.dataTransfer?.files ?? [])])
    }
    pane.addEventListener('dragover', onOver)
    pane.addEventListener('dragleave', onLeave)
    pane.addEventListener('drop', onDrop)
    return () => {
      pane.removeEventListener('dragover', onOver)
      pane.removeEventListener('dragleave', onLeave)
      pane.removeEventListener('drop', onDrop)
    }
  }, [area])
  return over
}
