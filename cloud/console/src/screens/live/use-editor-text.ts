import type { viewEditor } from '../../text/en/view-editor.js'
import { ownTextFiles } from '../../text/use-own-text.js'

/** The words of arranging a view. */
export const useEditorText = ownTextFiles<typeof viewEditor>({
  en: async () => (await import('../../text/en/view-editor.js')).viewEditor,
  de: async () => (await import('../../text/de/view-editor.js')).viewEditor,
})
