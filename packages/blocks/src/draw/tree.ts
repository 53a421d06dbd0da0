import type {
  ActionElement,
  Block,
  ContextElement,
  FeedbackButtons,
  IconButton,
  PlanTask,
  RichTextElement,
  RichTextInline,
} from '#block'

/** The tags that anything may be drawn with: no other reaches a page, whatever a message says. */
export type Tag =
  | 'a'
  | 'article'
  | 'blockquote'
  | 'button'
  | 'caption'
  | 'code'
  | 'dd'
  | 'details'
  | 'div'
  | 'dl'
  | 'dt'
  | 'em'
  | 'fieldset'
  | 'figcaption'
  | 'figure'
  | 'h2'
  | 'h3'
  | 'hr'
  | 'img'
  | 'input'
  | 'label'
  | 'legend'
  | 'li'
  | 'mark'
  | 'ol'
  | 'option'
  | 'p'
  | 'pre'
  | 's'
  | 'section'
  | 'select'
  | 'span'
  | 'strong'
  | 'summary'
  | 'table'
  | 'tbody'
  | 'td'
  | 'textarea'
  | 'th'
  | 'thead'
  | 'time'
  | 'tr'
  | 'u'
  | 'ul'

/** The attributes that anything may be drawn with. None of them runs; `href` and `src` hold checked addresses only. */
export type Attributes = {
  readonly alt?: string
  readonly 'aria-hidden'?: 'true'
  readonly 'aria-label'?: string
  readonly 'data-align'?: string
  readonly 'data-border'?: 'true'
  readonly 'data-caret'?: ''
  readonly 'data-kind'?: number
  readonly 'data-level'?: number | string
  readonly 'data-number'?: 'true'
  readonly 'data-open'?: 'true'
  readonly 'data-self'?: 'true'
  readonly 'data-shift'?: number
  readonly 'data-status'?: string
  readonly 'data-style'?: string
  readonly disabled?: true
  readonly href?: string
  readonly loading?: 'lazy'
  readonly open?: true
  readonly placeholder?: string
  readonly referrerpolicy?: 'no-referrer'
  readonly rel?: string
  readonly role?: 'group' | 'note'
  readonly scope?: 'col' | 'row'
  readonly src?: string
  readonly start?: number
  readonly tabindex?: 0
  readonly target?: '_blank'
  readonly title?: string
  readonly type?:
    | 'button'
    | 'checkbox'
    | 'date'
    | 'datetime-local'
    | 'email'
    | 'file'
    | 'number'
    | 'radio'
    | 'text'
    | 'time'
    | 'url'
}

/** What an element is. Its HTML has the class `rv-` and this, and a renderer may draw it in its own way. */
export type Part =
  | 'action'
  | 'actions'
  | 'alert'
  | 'card'
  | 'caret'
  | 'carousel'
  | 'channel'
  | 'chip'
  | 'code'
  | 'code-body'
  | 'code-chip'
  | 'colour'
  | 'container'
  | 'context'
  | 'control'
  | 'date'
  | 'divider'
  | 'emoji'
  | 'feedback'
  | 'field'
  | 'fields'
  | 'figure'
  | 'header'
  | 'hero'
  | 'hint'
  | 'host'
  | 'icon'
  | 'input'
  | 'language'
  | 'link'
  | 'list'
  | 'mention'
  | 'output'
  | 'picture'
  | 'plan'
  | 'quiet'
  | 'quote'
  | 'section'
  | 'sources'
  | 'swatch'
  | 'table'
  | 'table-box'
  | 'task'
  | 'thumb'
  | 'title'
  | 'unseen'
  | 'words'

export type Drawn = string | DrawnElement
export type DrawnElement = {
  readonly tag: Tag
  readonly part?: Part | undefined
  readonly attributes: Attributes
  readonly children: readonly Drawn[]
  /** Six or eight hex digits, or three or four, after a `#`: the one style that a message can choose. */
  readonly colour?: string | undefined
  /** What it was drawn from. */
  readonly of?: Source | undefined
}

/** What a part may have been drawn from, told apart by its `type`. */
export type Source =
  | Block
  | RichTextElement
  | RichTextInline
  | PlanTask
  | ActionElement
  | FeedbackButtons
  | IconButton
  | ContextElement

/** An element; what is false among the children is left out. */
export function element(
  tag: Tag,
  attributes: Attributes & { part?: Part; of?: Source; colour?: string },
  ...children: readonly (Drawn | false | undefined | readonly Drawn[])[]
): DrawnElement {
  const { part, of, colour, ...rest } = attributes
  const drawn: Drawn[] = []
  for (const child of children) {
    if (typeof child === 'string') {
      if (child !== '') drawn.push(child)
    } else if (Array.isArray(child)) for (const one of child) drawn.push(one)
    else if (child && 'tag' in child) drawn.push(child)
  }
  return { tag, part, attributes: rest, children: drawn, colour, of }
}

/** Words for those who listen instead of looking. */
export function unseen(text: string): DrawnElement {
  return element('span', { part: 'unseen' }, text)
}
