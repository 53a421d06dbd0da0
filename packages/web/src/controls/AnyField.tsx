import type { ReactNode } from 'react'
import { Choices } from './Choices.tsx'
import { DateField } from './DateField.tsx'
import { FileField } from './FileField.tsx'
import { RichField } from './RichField.tsx'
import { SelectField } from './SelectField.tsx'
import { TextField } from './TextField.tsx'
import type { Field } from './value.ts'

export function AnyField({ element }: { element: Field; still: ReactNode }) {
  switch (element.type) {
    case 'radio_buttons':
    case 'checkboxes':
      return <Choices element={element} />
    case 'datepicker':
    case 'timepicker':
    case 'datetimepicker':
      return <DateField element={element} />
    case 'plain_text_input':
    case 'email_text_input':
    case 'url_text_input':
    case 'number_input':
      return <TextField element={element} />
    case 'file_input':
      return <FileField element={element} />
    case 'rich_text_input':
      return <RichField element={element} />
    default:
      return <SelectField element={element} />
  }
}
