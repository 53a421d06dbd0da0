import { useRef } from 'react'
import { ariaKeys } from '#keys/shortcuts.ts'
import { ClipIcon } from '#ui/icons.tsx'
import icon from '#ui/IconButton.module.css'
import { t } from '#words/t.ts'
import styles from './ToolButton.module.css'

/** A button that opens the browser's file chooser, to add files to the message. */
export function AddFilesButton({ onAdd }: { onAdd: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={`${icon['button']} ${styles['button']}`}
        aria-label={t('Add files')}
        aria-keyshortcuts={ariaKeys('files')}
        data-tip=""
        data-shortcut="files"
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
          // Lets the person choose the same file again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
