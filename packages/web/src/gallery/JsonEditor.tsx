import { type ReactNode, useRef } from 'react'
import type { JsonFault } from './parseBlocks.ts'
import styles from './JsonEditor.module.css'

type Props = { name: string; json: string; faults: readonly JsonFault[]; onChange: (json: string) => void }

/** A JSON editor that marks faults in the text and lists them below; a click on one selects its place. */
export function JsonEditor({ name, json, faults, onChange }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const marks = useRef<HTMLPreElement>(null)
  const select = ({ range }: JsonFault) => {
    field.current?.focus()
    if (range) field.current?.setSelectionRange(...range)
  }
  const scrollMarks = () => {
    if (field.current && marks.current) {
      marks.current.scrollTo(field.current.scrollLeft, field.current.scrollTop)
    }
  }
  return (
    <div className={styles['source']}>
      <div className={styles['field']} data-faulty={faults.length > 0 || undefined}>
        <pre ref={marks} className={styles['marks']} aria-hidden="true">
          {markFaults(json, faults)}
        </pre>
        <textarea
          ref={field}
          value={json}
          wrap="off"
          spellCheck={false}
          aria-label={`JSON of ${name}`}
          aria-invalid={faults.length > 0}
          rows={Math.min(20, json.split('\n').length)}
          onChange={(event) => onChange(event.target.value)}
          onScroll={scrollMarks}
        />
      </div>
      <ul className={styles['faults']} aria-live="polite">
        {faults.map((fault, i) => (
          <li key={i}>
            <button type="button" onClick={() => select(fault)}>
              {fault.range && <span className={styles['line']}>Line {lineNumberAt(json, fault.range[0])}: </span>}
              {fault.message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The text with a `<mark>` around each fault. The final newline makes it as high as the text area. */
function markFaults(json: string, faults: readonly JsonFault[]): ReactNode[] {
  const ranges = faults.flatMap(({ range }) => (range ? [range] : [])).toSorted(([a], [b]) => a - b)
  const nodes: ReactNode[] = []
  let end = 0
  for (const [from, to] of ranges) {
    if (from < end) continue
    nodes.push(json.slice(end, from), <mark key={from}>{json.slice(from, to)}</mark>)
    end = to
  }
  return [...nodes, json.slice(end), '\n']
}

function lineNumberAt(json: string, index: number): number {
  return json.slice(0, index).split('\n').length
}
