import type { ReactNode } from 'react'
import { ChoiceField } from './ChoiceField.tsx'
import { DateField } from './DateField.tsx'
import { FileField } from './FileField.tsx'
import { RichTextField } from '#controls/fields/text/RichTextField.tsx'
import { SelectField } from '#controls/select/SelectField.tsx'
import { TextField } from '#controls/fields/text/TextField.tsx'
import type { FieldElement } from '#controls/surface/controlValue.ts'

/** The control for a field element: a text, date, choice, file or select field. `inert` is only used while this loads. */
export function Field({ element }: { element: FieldElement; inert: ReactNode }) {
  switch (element.type) {
    case 'radio_buttons':
    case 'checkboxes':
      return <ChoiceField element={element} />
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
      return <RichTextField element={element} />
    default:
      return <SelectField element={element} />
  }
}
