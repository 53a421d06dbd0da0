import { useEffect, useLayoutEffect, useRef, type TextareaHTMLAttributes } from 'react'
import boxStyles from './TextField.module.css'
import styles from './Textarea.module.css'

type Props = TextareaHTMLAttributes<HTMLTextAreaElement> & { value: string; minLines: number }

/** A text area that is as high as its text. */
export function Textarea({ minLines, ...props }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const width = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (area.current) fitHeight(area.current)
  }, [props.value])
  // In a dialog that is about to open, the area has no width yet.
  useEffect(() => {
    const element = area.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width !== width.current) fitHeight(element)
      width.current = entry?.contentRect.width
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return <textarea {...props} ref={area} rows={minLines} className={`${boxStyles['box']} ${styles['textarea']}`} />
}

function fitHeight(area: HTMLTextAreaElement): void {
  area.style.height = 'auto'
  if (area.scrollHeight > 0) area.style.height = `${area.scrollHeight + 2}px`
}
