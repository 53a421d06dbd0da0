import type { TextField as TextElement } from '@rivulet/blocks/types'
import { useEffect, useId, useRef, useState, type DragEvent } from 'react'
import { fieldProps, labelProps } from '#controls/surface/blockContext.ts'
import { uploadDraftKey } from '#controls/surface/fieldValues.ts'
import { useInteractiveElement } from '#controls/surface/useInteractiveElement.ts'
import { UploadList } from '#files/UploadList.tsx'
import { addFiles, useUploads } from '#files/uploads.ts'
import { ClipIcon } from '#ui/icons.tsx'
import { t } from '#words/t.ts'
import { acceptAttributeOf, describeFileRules, uploadLimitsOf } from './fileRules.ts'
import styles from './FileField.module.css'

type Interactive = NonNullable<ReturnType<typeof useInteractiveElement>>

/** A file input. Files are chosen or dropped, are uploaded at once, and can be removed before the form is submitted. */
export function FileField({ element }: { element: TextElement }) {
  const interactive = useInteractiveElement(element)
  return interactive && <FileControl element={element} interactive={interactive} />
}

type Props = { element: TextElement; interactive: Interactive }

function FileControl({ element, interactive: { surface, context } }: Props) {
  const { block } = context
  const draft = uploadDraftKey(surface, block, element)
  const uploads = useUploads(draft)
  const limits = uploadLimitsOf(element)
  const { maxFiles } = limits
  const full = uploads.length >= maxFiles
  const [error, setError] = useState<string>()
  const [draggedOver, setDraggedOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const ownId = useId()
  const { id = ownId, ...props } = fieldProps(context)
  const states = uploads.map((upload) => upload.state).join(' ')
  const { onEdit } = surface
  const { block_id: blockId } = block
  const previousStates = useRef(states)
  // A validation error about the previous files does not apply to these.
  useEffect(() => {
    if (previousStates.current === states) return
    previousStates.current = states
    onEdit?.(blockId)
  }, [states, onEdit, blockId])

  function add(files: readonly File[]) {
    setError(addFiles(draft, files, limits))
  }
  function onDragOver(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setDraggedOver(true)
  }
  function onDrop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    setDraggedOver(false)
    add([...event.dataTransfer.files])
  }

  return (
    <div className={styles['files']}>
      <div
        className={styles['zone']}
        data-over={draggedOver || undefined}
        data-full={full || undefined}
        data-invalid={context.invalid || undefined}
        onDragOver={onDragOver}
        onDragLeave={() => setDraggedOver(false)}
        onDrop={onDrop}
      >
        <input
          {...props}
          {...labelProps(context, t('Files'))}
          ref={input}
          id={id}
          className={styles['chooser']}
          type="file"
          multiple={maxFiles > 1}
          accept={acceptAttributeOf(element)}
          disabled={full}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            // Lets the person choose the same file again.
            currentTarget.value = ''
          }}
        />
        <label className={styles['choose']} htmlFor={id}>
          <ClipIcon />
          <span>
            {full ? limits.tooManyText : <b>{maxFiles === 1 ? t('Choose a file') : t('Choose files')}</b>}
            {!full && (
              <span className={styles['or']}> {maxFiles === 1 ? t('or drop it here') : t('or drop them here')}</span>
            )}
          </span>
        </label>
        {!full && <p className={styles['rules']}>{describeFileRules(element, maxFiles)}</p>}
      </div>
      <p className={styles['error']} role="alert">
        {error}
      </p>
      {uploads.length > 0 && (
        <UploadList
          label={t('Files of this form')}
          draft={draft}
          uploads={uploads}
          onRemoved={() => {
            setError(undefined)
            requestAnimationFrame(() => input.current?.focus())
          }}
        />
      )}
    </div>
  )
}
