import type { Block } from '@rivulet/blocks/block'
import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { memo } from 'react'
import { Plan } from '#tasks/Plan.tsx'
import { TaskCard } from '#tasks/TaskCard.tsx'
import { Actions, ContextActions } from './Actions.tsx'
import { Alert, Card, Carousel, Container, FileBlock, Video } from './Cards.tsx'
import { Context, Header, Picture, Section } from './Section.tsx'
import { RichText } from './RichText.tsx'
import { Table } from './Table.tsx'
import styles from './Blocks.module.css'

type Props = { block: Block; caret?: boolean }

/** One block. The same block object is never drawn twice: what has been written stays as it is. */
export const BlockView = memo(function BlockView({ block, caret = false }: Props) {
  switch (block.type) {
    case 'rich_text':
      return <RichText block={block} caret={caret} />
    case 'section':
      return <Section block={block} />
    case 'header':
      return <Header block={block} caret={caret} />
    case 'divider':
      return <hr className={styles['divider']} />
    case 'context':
      return <Context block={block} />
    case 'image':
      return <Picture block={block} />
    case 'actions':
      return <Actions block={block} />
    case 'context_actions':
      return <ContextActions block={block} />
    case 'markdown':
      return blocksFromMarkdown(block.text).map((made, i) => <BlockView key={i} block={made} />)
    case 'table':
    case 'data_table':
      return <Table block={block} />
    case 'task_card':
      return <TaskCard task={block} />
    case 'plan':
      return <Plan block={block} />
    case 'video':
      return <Video block={block} />
    case 'file':
      return <FileBlock block={block} />
    case 'input':
      return <p className={styles['quiet']}>{block.label.text}</p>
    case 'alert':
      return <Alert block={block} />
    case 'card':
      return <Card block={block} />
    case 'carousel':
      return <Carousel block={block} />
    case 'container':
      return <Container block={block} />
    default:
      return null
  }
})
