import type * as b from '@rivulet/blocks/block'
import { BlockView } from './BlockView.tsx'
import { ButtonView } from './Actions.tsx'
import { LinkTo } from './LinkTo.tsx'
import { Image } from './Section.tsx'
import { TextView } from './TextView.tsx'
import styles from './Cards.module.css'

export function Card({ block }: { block: b.CardBlock }) {
  return (
    <article className={styles['card']}>
      {block.hero_image && (
        <Image url={block.hero_image.image_url} alt={block.hero_image.alt_text} className={styles['hero']} />
      )}
      {block.title && <div className={styles['title']}>{<TextView text={block.title} />}</div>}
      {block.subtitle && <div className={styles['quiet']}>{<TextView text={block.subtitle} />}</div>}
      {block.body && <TextView text={block.body} />}
      {block.subtext && <div className={styles['quiet']}>{<TextView text={block.subtext} />}</div>}
      {block.actions && (
        <div className={styles['actions']}>
          {block.actions.map((action, i) => (
            <ButtonView key={i} element={action} />
          ))}
        </div>
      )}
    </article>
  )
}

export function Carousel({ block }: { block: b.CarouselBlock }) {
  return (
    <div className={styles['carousel']}>
      {block.elements.map((card, i) => (
        <Card key={i} block={card} />
      ))}
    </div>
  )
}

export function Container({ block }: { block: b.ContainerBlock }) {
  const title = block.rich_text_title ? <BlockView block={block.rich_text_title} /> : block.title?.text
  const body = block.child_blocks.map((child, i) => <BlockView key={i} block={child} />)
  const head = (
    <>
      {title}
      {block.subtitle && <span className={styles['quiet']}>{<TextView text={block.subtitle} />}</span>}
    </>
  )
  if (!block.is_collapsible)
    return (
      <section className={styles['card']}>
        {(title || block.subtitle) && <div className={styles['title']}>{head}</div>}
        {body}
      </section>
    )
  return (
    <details className={styles['card']} open={!block.default_collapsed}>
      <summary className={styles['title']}>{head}</summary>
      {body}
    </details>
  )
}

export function Alert({ block }: { block: b.AlertBlock }) {
  return (
    <div className={styles['alert']} data-level={block.level ?? 'default'}>
      <TextView text={block.text} />
    </div>
  )
}

export function Video({ block }: { block: b.VideoBlock }) {
  return (
    <figure className={styles['card']}>
      <figcaption className={styles['title']}>
        <LinkTo url={block.title_url ?? block.video_url} label={block.title.text} />
      </figcaption>
      {block.description && <div className={styles['quiet']}>{block.description.text}</div>}
      <Image url={block.thumbnail_url} alt={block.alt_text} className={styles['hero']} />
    </figure>
  )
}

export function FileBlock({ block }: { block: b.FileBlock }) {
  return <p className={styles['quiet']}>File {block.external_id}</p>
}
