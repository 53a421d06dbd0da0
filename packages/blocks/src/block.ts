import type { z } from 'zod'
import type * as blocks from '#shape/block'
import type * as elements from '#shape/element'
import type * as rich from '#shape/richText'
import type * as texts from '#shape/text'

/** Any Block Kit block that a message may hold. */
export type Block = z.infer<typeof blocks.block>
export type SectionBlock = z.infer<typeof blocks.section>
export type HeaderBlock = z.infer<typeof blocks.header>
export type DividerBlock = z.infer<typeof blocks.divider>
export type ContextBlock = z.infer<typeof blocks.context>
export type ImageBlock = z.infer<typeof blocks.image>
export type ActionsBlock = z.infer<typeof blocks.actions>
export type MarkdownBlock = z.infer<typeof blocks.markdown>
export type TableBlock = z.infer<typeof blocks.table>
export type TableCell = z.infer<typeof blocks.cell>
export type DataTableBlock = z.infer<typeof blocks.dataTable>
export type TaskCardBlock = z.infer<typeof blocks.taskCard>
export type PlanBlock = z.infer<typeof blocks.plan>
export type PlanTask = z.infer<typeof blocks.planTask>
export type TaskStatus = z.infer<typeof blocks.status>
export type ContextActionsBlock = z.infer<typeof blocks.contextActions>
export type VideoBlock = z.infer<typeof blocks.video>
export type FileBlock = z.infer<typeof blocks.file>
export type InputBlock = z.infer<typeof blocks.input>
export type AlertBlock = z.infer<typeof blocks.alert>
export type CardBlock = z.infer<typeof blocks.card>
export type CarouselBlock = z.infer<typeof blocks.carousel>
export type ContainerBlock = z.infer<typeof blocks.container>

/** A whole rich_text block; its `elements` are sections, lists, preformatted text and quotes. */
export type RichTextBlock = z.infer<typeof blocks.richText>
export type RichTextElement = z.infer<typeof rich.subElement>
export type RichTextSection = z.infer<typeof rich.section>
export type RichTextList = z.infer<typeof rich.list>
export type RichTextPreformatted = z.infer<typeof rich.preformatted>
export type RichTextQuote = z.infer<typeof rich.quote>

/** What stands inside a section, quote or preformatted text. */
export type RichTextInline = z.infer<typeof rich.inline>
export type RichTextText = z.infer<typeof rich.textElement>
export type RichTextLink = z.infer<typeof rich.linkElement>
export type RichTextUser = z.infer<typeof rich.userElement>
export type RichTextUsergroup = z.infer<typeof rich.usergroupElement>
export type RichTextChannel = z.infer<typeof rich.channelElement>
export type RichTextBroadcast = z.infer<typeof rich.broadcastElement>
export type RichTextColor = z.infer<typeof rich.colorElement>
export type RichTextDate = z.infer<typeof rich.dateElement>
export type RichTextEmoji = z.infer<typeof rich.emojiElement>
/** An inline element newer than the nine: shown by its `text`, `url`, `fallback` or `name`. */
export type RichTextOther = z.infer<typeof rich.otherElement>
/** The flags of any inline element; `unlink` only on mentions. */
export type RichTextStyle = NonNullable<RichTextUser['style']>

export type TextObject = z.infer<ReturnType<typeof texts.textObject>>
export type PlainText = z.infer<ReturnType<typeof texts.plainText>>
export type UrlSource = z.infer<typeof texts.urlSource>

export type Button = z.infer<typeof elements.button>
export type ActionElement = z.infer<typeof elements.actionElement>
export type Overflow = z.infer<typeof elements.overflow>
export type Choices = z.infer<typeof elements.choice>
export type Select = z.infer<typeof elements.select>
export type Picker = z.infer<typeof elements.picker>
export type TextField = z.infer<typeof elements.field>
export type RichTextField = z.infer<typeof elements.richTextInput>
/** One of a select, of radio buttons or of checkboxes; only of the latter two its texts may be mrkdwn. */
export type SelectOption = Choices['options'][number]
export type SelectGroup = NonNullable<Select['option_groups']>[number]
export type Confirm = NonNullable<Button['confirm']>
export type ContextElement = z.infer<typeof elements.contextElement>
export type FeedbackButtons = z.infer<typeof elements.feedbackButtons>
export type IconButton = z.infer<typeof elements.iconButton>
