import { type ReactNode, useRef } from 'react'
import type { PlacedFault } from './readBlocks.ts'
import styles from './Source.module.css'

type Props = { name: string; json: string; faults: readonly PlacedFault[]; onChange: (json: string) => void }

/** A text that may be changed, with its faults marked in it and listed below: a click leads to the place. */
export function Source({ name, json, faults, onChange }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const marks = useRef<HTMLPreElement>(null)
  const select = ({ place }: PlacedFault) => {
    field.current?.focus()
    if (place) field.current?.setSelectionRange(...place)
  }
  const follow = () => {
    if (field.current && marks.current) {
      marks.current.scrollTo(field.current.scrollLeft, field.current.scrollTop)
    }
  }
  return (
    <div className={styles['source']}>
      <div className={styles['field']} data-faulty={faults.length > 0 || undefined}>
        <pre ref={marks} className={styles['marks']} aria-hidden="true">
          {marked(json, faults)}
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
          onScroll={follow}
        />
      </div>
      <ul className={styles['faults']} aria-live="polite">
        {faults.map((fault, i) => (
          <li key={i}>
            <button type="button" onClick={() => select(fault)}>
              {fault.place && <span className={styles['line']}>Line {lineAt(json, fault.place[0])}: </span>}
              {fault.message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The same text, with a mark at each fault's place. The newline at the end is the last line of a text area. */
function marked(json: string, faults: readonly PlacedFault[]): ReactNode[] {
  const places = faults.flatMap(({ place }) => (place ? [place] : [])).toSorted(([one], [other]) => one - other)
  const drawn: ReactNode[] = []
  let at = 0
  for (const [from, to] of places) {
    if (from < at) continue
    drawn.push(json.slice(at, from), <mark key={from}>{json.slice(from, to)}</mark>)
    at = to
  }
  return [...drawn, json.slice(at), '\n']
}

function lineAt(json: string, at: number): number {
  return json.slice(0, at).split('\n').length
}
