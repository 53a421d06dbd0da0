import { useEffect, useLayoutEffect, useRef, type TextareaHTMLAttributes } from 'react'
import styles from './Controls.module.css'

type Props = TextareaHTMLAttributes<HTMLTextAreaElement> & { value: string; least: number }

/** Lines of text; the box is as high as they are. */
export function Lines({ least, ...props }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const width = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (area.current) fit(area.current)
  }, [props.value])
  // In a dialog that is about to open it has no width yet.
  useEffect(() => {
    const box = area.current
    if (!box) return undefined
    const watch = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width !== width.current) fit(box)
      width.current = entry?.contentRect.width
    })
    watch.observe(box)
    return () => watch.disconnect()
  }, [])
  return <textarea {...props} ref={area} rows={least} className={styles['lines']} />
}

function fit(box: HTMLTextAreaElement): void {
  box.style.height = 'auto'
  if (box.scrollHeight > 0) box.style.height = `${box.scrollHeight + 2}px`
}
