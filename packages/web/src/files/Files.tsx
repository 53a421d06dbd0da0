import type { ViewerFile } from 'rivulet/feedProtocol'
import { useState } from 'react'
import { FileIcon } from '#app/icons.tsx'
import type { OutgoingFile } from '#store/outbox.ts'
import { sizeOf } from './size.ts'
import styles from './Files.module.css'

/** What a message shares: images to be looked at, everything else as a card. */
export function Files({ files }: { files: readonly ViewerFile[] }) {
  return (
    <ul className={styles['files']} aria-label="Files">
      {files.map((file, at) => (
        <li key={file?.id ?? at}>
          {file ? <SharedFile file={file} /> : <p className={styles['gone']}>This file was deleted.</p>}
        </li>
      ))}
    </ul>
  )
}

function SharedFile({ file }: { file: NonNullable<ViewerFile> }) {
  // Who looks into a channel without being a member gets no bytes.
  const [unseen, setUnseen] = useState(false)
  const [small, setSmall] = useState(false)
  if (file.image && !unseen)
    return (
      <a
        className={styles['image']}
        data-small={small || undefined}
        href={file.look}
        target="_blank"
        rel="noreferrer"
        title={file.title}
      >
        <img
          src={file.look}
          alt={file.alt || file.title}
          loading="lazy"
          onLoad={({ currentTarget: image }) => setSmall(image.naturalHeight < image.clientHeight)}
          onError={() => setUnseen(true)}
        />
      </a>
    )
  return (
    <a className={styles['card']} href={file.save} download={file.name}>
      <Card {...file} />
    </a>
  )
}

/** Files of a message that is on its way. */
export function OutgoingFiles({ files }: { files: readonly OutgoingFile[] }) {
  return (
    <ul className={styles['files']} aria-label="Files">
      {files.map(({ file, name, size }) => (
        <li key={file}>
          <span className={styles['card']}>
            <Card title={name} name={name} size={size} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Card({ title, name, size }: { title: string; name: string; size: number }) {
  return (
    <>
      <FileIcon size={20} />
      <span className={styles['title']}>{title}</span>
      <span className={styles['about']}>
        {endingOf(name)}
        {sizeOf(size)}
      </span>
    </>
  )
}

function endingOf(name: string): string {
  const ending = /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]
  return ending ? `${ending.toUpperCase()} · ` : ''
}
