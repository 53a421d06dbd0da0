import type { DrawingSource } from '@rivulet/blocks/draw'
import { DefaultPart, type PartProps, type PartComponents } from '@rivulet/blocks/react'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { Control } from './Control.tsx'
import { InteractiveBlock } from '#controls/surface/InteractiveBlock.tsx'
import { useSurface } from '#controls/surface/surface.ts'
import type { InteractiveElement } from '#controls/surface/controlValue.ts'
import styles from './Actions.module.css'

const InputBlockField = lazyComponent(
  async () => (await import('#controls/fields/InputBlockField.tsx')).InputBlockField,
)

/** The parts of a drawing with which people interact. Without a surface they are drawn as they are, and inert. */
export const controlParts: PartComponents = {
  actions({ element, children }: PartProps) {
    const { source: block } = element
    const isInteractive = block?.type === 'actions' || block?.type === 'context_actions' || block?.type === 'card'
    if (!useSurface() || !isInteractive) return <DefaultPart element={element}>{children}</DefaultPart>
    return (
      <InteractiveBlock key={block.block_id} block={block}>
        {(error) => (
          <div className={`rv-actions ${styles['actions']}`}>
            {children}
            {error}
          </div>
        )}
      </InteractiveBlock>
    )
  },
  section({ element, children }: PartProps) {
    const { source: block } = element
    const isInteractive = block?.type === 'section' && block.accessory && block.accessory.type !== 'image'
    if (!useSurface() || !isInteractive) return <DefaultPart element={element}>{children}</DefaultPart>
    return (
      <InteractiveBlock key={block.block_id} block={block}>
        {(error) => (
          <div>
            <DefaultPart element={element}>{children}</DefaultPart>
            {error}
          </div>
        )}
      </InteractiveBlock>
    )
  },
  input({ element, children }: PartProps) {
    const { source: block } = element
    if (!useSurface() || block?.type !== 'input') return <DefaultPart element={element}>{children}</DefaultPart>
    return <InputBlockField key={block.block_id} block={block} />
  },
  action: ControlPart,
  control: ControlPart,
  feedback: ControlPart,
}

function ControlPart({ element: part, children }: PartProps) {
  const inert = <DefaultPart element={part}>{children}</DefaultPart>
  const element = toInteractiveElement(part.source)
  return element ? <Control element={element} inert={inert} /> : inert
}

function toInteractiveElement(source: DrawingSource | undefined): InteractiveElement | undefined {
  switch (source?.type) {
    case 'button':
    case 'overflow':
    case 'feedback_buttons':
    case 'icon_button':
    case 'radio_buttons':
    case 'checkboxes':
    case 'static_select':
    case 'external_select':
    case 'users_select':
    case 'conversations_select':
    case 'channels_select':
    case 'multi_static_select':
    case 'multi_external_select':
    case 'multi_users_select':
    case 'multi_conversations_select':
    case 'multi_channels_select':
    case 'datepicker':
    case 'timepicker':
    case 'datetimepicker':
    case 'plain_text_input':
    case 'email_text_input':
    case 'url_text_input':
    case 'number_input':
    case 'rich_text_input':
      return source
    default:
      return undefined
  }
}
