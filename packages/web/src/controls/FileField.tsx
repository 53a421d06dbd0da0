import type { TextField as Element } from '@rivulet/blocks/block'
import { useEffect, useId, useRef, useState, type DragEvent } from 'react'
import { ClipIcon } from '#app/icons.tsx'
import { Attachments } from '#files/Attachments.tsx'
import { addFiles, useUploads, type Taken } from '#files/uploads.ts'
import { draftOf } from './surface.ts'
import { fieldProps, nameOf, useElement } from './scope.ts'
import styles from './FileField.module.css'

/** What the server takes for one field. */
const usual = 10
const largest = 10 * 1024 * 1024

type Here = NonNullable<ReturnType<typeof useElement>>

/** Files for a form: chosen or dropped, uploaded at once, and taken away again. */
export function FileField({ element }: { element: Element }) {
  const here = useElement(element)
  return here && <Files element={element} here={here} />
}

function Files({ element, here: { surface, scope } }: { element: Element; here: Here }) {
  const { block } = scope
  const draft = draftOf(surface, block, element)
  const uploads = useUploads(draft)
  const taken = takenBy(element)
  const { most } = taken
  const full = uploads.length >= most
  const [trouble, setTrouble] = useState<string>()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const ownId = useId()
  const { id = ownId, ...props } = fieldProps(scope)
  const states = uploads.map((upload) => upload.state).join(' ')
  const { onEdit } = surface
  const { block_id: blockId } = block
  const known = useRef(states)
  // What was wrong with the files before is not said of these.
  useEffect(() => {
    if (known.current === states) return
    known.current = states
    onEdit?.(blockId)
  }, [states, onEdit, blockId])

  function add(files: readonly File[]) {
    setTrouble(addFiles(draft, files, taken))
  }
  function onDrag(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  function onDrop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    setOver(false)
    add([...event.dataTransfer.files])
  }

  return (
    <div className={styles['files']}>
      <div
        className={styles['zone']}
        data-over={over || undefined}
        data-full={full || undefined}
        data-invalid={scope.invalid || undefined}
        onDragOver={onDrag}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <input
          {...props}
          {...nameOf(scope, 'Files')}
          ref={input}
          id={id}
          className={styles['chooser']}
          type="file"
          multiple={most > 1}
          accept={acceptOf(element)}
          disabled={full}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            // The same file may be chosen again.
            currentTarget.value = ''
          }}
        />
        <label className={styles['choose']} htmlFor={id}>
          <ClipIcon />
          <span>
            {full ? taken.tooMany : <b>{most === 1 ? 'Choose a file' : 'Choose files'}</b>}
            {!full && <span className={styles['or']}> or drop {most === 1 ? 'it' : 'them'} here</span>}
          </span>
        </label>
        {!full && <p className={styles['rules']}>{rulesOf(element, most)}</p>}
      </div>
      <p className={styles['trouble']} role="alert">
        {trouble}
      </p>
      {uploads.length > 0 && (
        <Attachments
          label="Files of this form"
          draft={draft}
          uploads={uploads}
          onRemoved={() => {
            setTrouble(undefined)
            requestAnimationFrame(() => input.current?.focus())
          }}
        />
      )}
    </div>
  )
}

function takenBy({ filetypes = [], max_files: most = usual }: Element): Taken {
  const types = filetypes.map(plainType)
  return {
    most,
    tooMany: most === 1 ? 'One file at most.' : `${most} files at most.`,
    refuse: ({ name, size }) => {
      const type = plainType(/\.([a-z0-9]+)$/i.exec(name)?.[1] ?? '')
      if (types.length > 0 && !types.includes(type)) return `${name} is none of ${shown(filetypes)}.`
      return size > largest ? `${name} is larger than 10 MB.` : undefined
    },
  }
}

function rulesOf({ filetypes = [] }: Element, most: number): string {
  const files = most === 1 ? 'one file' : `up to ${most} files`
  const sentence = `${filetypes.length > 0 ? `${shown(filetypes)}, ` : ''}${files}, 10 MB ${most === 1 ? 'at most' : 'each'}`
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1)
}

function shown(filetypes: readonly string[]): string {
  return filetypes.map((type) => type.replace(/^\./, '').toUpperCase()).join(', ')
}

function acceptOf({ filetypes }: Element): string | undefined {
  const types = filetypes?.map(plainType).flatMap((type) => (type === 'jpg' ? ['.jpg', '.jpeg'] : `.${type}`))
  return types?.length ? types.join() : undefined
}

/** As the server compares them. */
function plainType(given: string): string {
  const type = given.toLowerCase().replace(/^\./, '')
  return type === 'jpeg' ? 'jpg' : type
}
