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
  | 'p'
  | 'pre'
  | 's'
  | 'section'
  | 'span'
  | 'strong'
  | 'summary'
  | 'table'
  | 'tbody'
  | 'td'
  | 'th'
  | 'thead'
  | 'time'
  | 'tr'
  | 'u'
  | 'ul'

/** The attributes that anything may be drawn with. None of them runs; `href` and `src` hold checked addresses only. */
export type Attributes = {
  readonly alt?: string | undefined
  readonly 'aria-hidden'?: 'true' | undefined
  readonly 'aria-label'?: string | undefined
  readonly checked?: true | undefined
  readonly 'data-align'?: string | undefined
  readonly 'data-border'?: 'true' | undefined
  readonly 'data-caret'?: '' | undefined
  readonly 'data-icon'?: string | undefined
  readonly 'data-kind'?: number | undefined
  readonly 'data-level'?: number | string | undefined
  readonly 'data-number'?: 'true' | undefined
  readonly 'data-open'?: 'true' | undefined
  readonly 'data-self'?: 'true' | undefined
  readonly 'data-shift'?: number | undefined
  readonly 'data-status'?: string | undefined
  readonly 'data-style'?: string | undefined
  readonly disabled?: true | undefined
  readonly href?: string | undefined
  readonly loading?: 'lazy' | undefined
  readonly open?: true | undefined
  readonly referrerpolicy?: 'no-referrer' | undefined
  readonly rel?: string | undefined
  readonly role?: 'group' | 'note' | undefined
  readonly scope?: 'col' | 'row' | undefined
  readonly src?: string | undefined
  readonly start?: number | undefined
  readonly tabindex?: 0 | undefined
  readonly target?: '_blank' | undefined
  readonly title?: string | undefined
  readonly type?: 'button' | 'checkbox' | 'radio' | undefined
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
  attributes: Attributes & Pick<DrawnElement, 'part' | 'of' | 'colour'>,
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
