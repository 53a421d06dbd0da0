import { useRef } from 'react'
import { ClipIcon } from '#app/icons.tsx'
import styles from './Composer.module.css'

/** A button that asks which files shall go with the message. */
export function AddFiles({ onAdd }: { onAdd: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={styles['plus']}
        aria-label="Add files"
        title="Add files"
        onClick={() => input.current?.click()}
      >
        <ClipIcon />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onAdd([...(currentTarget.files ?? [])])
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
