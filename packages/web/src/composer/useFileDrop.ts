import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

/** Takes files that are dropped on the pane around `area`. Returns whether files are dragged over it now. */
export function useFileDrop(area: RefObject<HTMLElement | null>, add: (files: readonly File[]) => void): boolean {
  const [draggedOver, setDraggedOver] = useState(false)
  const addDropped = useEffectEvent(add)
  useEffect(() => {
    const pane = area.current?.closest<HTMLElement>('main, aside')
    if (!pane) return undefined
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDraggedOver(true)
    }
    const onDragLeave = ({ relatedTarget: target }: DragEvent) => {
      if (!(target instanceof Node && pane.contains(target))) setDraggedOver(false)
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDraggedOver(false)
      addDropped([...(event.dataTransfer?.files ?? [])])
    }
    pane.addEventListener('dragover', onDragOver)
    pane.addEventListener('dragleave', onDragLeave)
    pane.addEventListener('drop', onDrop)
    return () => {
      pane.removeEventListener('dragover', onDragOver)
      pane.removeEventListener('dragleave', onDragLeave)
      pane.removeEventListener('drop', onDrop)
    }
  }, [area])
  return draggedOver
}
