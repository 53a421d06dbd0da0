import type { Source } from '@rivulet/blocks/draw/tree'
import { Plain, type PartProps, type Parts } from '@rivulet/blocks/react'
import { later } from '#app/later.tsx'
import { BlockScope } from './BlockScope.tsx'
import { Control } from './Control.tsx'
import { useSurface } from './surface.ts'
import type { Element } from './value.ts'
import styles from './Controls.module.css'

const InputField = later(async () => (await import('./InputField.tsx')).InputField)

/** The parts of a drawing that ask an app. Where nobody can be asked they are drawn as they are: still. */
export const controlParts: Parts = {
  actions({ element, children }: PartProps) {
    const { of } = element
    const asks = of?.type === 'actions' || of?.type === 'context_actions' || of?.type === 'card'
    if (!useSurface() || !asks) return <Plain element={element}>{children}</Plain>
    return (
      <BlockScope key={of.block_id} block={of}>
        {(trouble) => (
          <div className={`rv-actions ${styles['actions']}`}>
            {children}
            {trouble}
          </div>
        )}
      </BlockScope>
    )
  },
  section({ element, children }: PartProps) {
    const { of } = element
    const asks = of?.type === 'section' && of.accessory && of.accessory.type !== 'image'
    if (!useSurface() || !asks) return <Plain element={element}>{children}</Plain>
    return (
      <BlockScope key={of.block_id} block={of}>
        {(trouble) => (
          <div>
            <Plain element={element}>{children}</Plain>
            {trouble}
          </div>
        )}
      </BlockScope>
    )
  },
  input({ element, children }: PartProps) {
    const { of } = element
    if (!useSurface() || of?.type !== 'input') return <Plain element={element}>{children}</Plain>
    return <InputField key={of.block_id} block={of} />
  },
  action: Still,
  control: Still,
  feedback: Still,
}

function Still({ element, children }: PartProps) {
  const still = <Plain element={element}>{children}</Plain>
  const of = elementOf(element.of)
  return of ? <Control element={of} still={still} /> : still
}

function elementOf(of: Source | undefined): Element | undefined {
  switch (of?.type) {
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
      return of
    default:
      return undefined
  }
}
