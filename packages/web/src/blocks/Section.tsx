import type { ContextBlock, HeaderBlock, ImageBlock, SectionBlock } from '@rivulet/blocks/block'
import { safeHref } from '@rivulet/blocks/links'
import { Accessory } from './Actions.tsx'
import { Caret } from './Caret.tsx'
import { TextView } from './TextView.tsx'
import styles from './Section.module.css'

export function Section({ block }: { block: SectionBlock }) {
  return (
    <div className={styles['section']}>
      <div className={styles['words']}>
        {block.text && <TextView text={block.text} />}
        {block.fields && (
          <div className={styles['fields']}>
            {block.fields.map((field, i) => (
              <div key={i}>
                <TextView text={field} />
              </div>
            ))}
          </div>
        )}
      </div>
      {block.accessory && <Accessory element={block.accessory} />}
    </div>
  )
}

export function Header({ block, caret = false }: { block: HeaderBlock; caret?: boolean }) {
  const level = block.level ?? 2
  const Tag = level <= 2 ? 'h2' : 'h3'
  return (
    <Tag className={styles['header']} data-level={level}>
      {block.text.text}
      {caret && <Caret />}
    </Tag>
  )
}

export function Context({ block }: { block: ContextBlock }) {
  return (
    <div className={styles['context']}>
      {block.elements.map((element, i) =>
        element.type === 'image' ? (
          <Image key={i} url={element.image_url} alt={element.alt_text} className={styles['icon']} />
        ) : (
          <div key={i}>
            <TextView text={element} />
          </div>
        ),
      )}
    </div>
  )
}

export function Picture({ block }: { block: ImageBlock }) {
  return (
    <figure className={styles['figure']}>
      {block.title && <figcaption>{block.title.text}</figcaption>}
      <Image url={block.image_url} alt={block.alt_text} className={styles['picture']} />
    </figure>
  )
}

type ImageProps = { url: string | undefined; alt: string | undefined; className?: string | undefined }

/** A picture from elsewhere: only over http or https, and no word to its server of where it is shown. */
export function Image({ url, alt = '', className }: ImageProps) {
  const href = url && safeHref(url)
  if (!href || href.startsWith('mailto:')) return alt
  return <img className={className} src={href} alt={alt} loading="lazy" referrerPolicy="no-referrer" />
}
