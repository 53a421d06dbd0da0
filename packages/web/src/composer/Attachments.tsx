import { CloseIcon, FileIcon } from '#app/icons.tsx'
import { sizeOf } from '#files/size.ts'
import { removeUpload, tryAgain, type Upload } from '#files/uploads.ts'
import styles from './Attachments.module.css'

type Props = { draft: string; uploads: readonly Upload[]; onRemoved: () => void }

/** The files that go with the message, and how far they are. */
export function Attachments({ draft, uploads, onRemoved }: Props) {
  return (
    <ul className={styles['list']} aria-label="Files of this message">
      {uploads.map((upload) => (
        <li key={upload.id} className={styles['file']} data-state={upload.state}>
          {upload.picture ? (
            <img className={styles['picture']} src={upload.picture} alt="" />
          ) : (
            <span className={styles['sign']}>
              <FileIcon size={20} />
            </span>
          )}
          <span className={styles['about']}>
            <span className={styles['name']}>{upload.name}</span>
            <State upload={upload} onAgain={() => tryAgain(draft, upload.id)} />
          </span>
          <button
            type="button"
            className={styles['remove']}
            aria-label={`Remove ${upload.name}`}
            onClick={() => {
              removeUpload(draft, upload.id)
              onRemoved()
            }}
          >
            <CloseIcon size={12} />
          </button>
          {upload.state === 'sending' && (
            <progress className={styles['bar']} aria-label={`Uploading ${upload.name}`} {...progressOf(upload)} />
          )}
        </li>
      ))}
    </ul>
  )
}

function State({ upload: { state, size, sent, problem, name }, onAgain }: { upload: Upload; onAgain: () => void }) {
  if (state === 'failed')
    return (
      <span className={styles['problem']} role="alert">
        <span>{problem}</span>{' '}
        <button type="button" aria-label={`Try ${name} again`} onClick={onAgain}>
          Retry
        </button>
      </span>
    )
  return (
    <span className={styles['size']}>
      {state === 'sending' && sent > 0 ? `${sizeOf(sent)} of ${sizeOf(size)}` : sizeOf(size)}
    </span>
  )
}

function progressOf({ sent, size }: Upload) {
  return { max: size, value: Math.min(sent, size) }
}
