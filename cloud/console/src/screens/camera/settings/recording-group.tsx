import { useLanguage } from '../../../text/use-text.js'
import { durationOf } from '../../../time/format.js'
import { Contested, Group, Seconds, Segments } from './controls.js'
import type { SettingsForm } from './use-settings-form.js'
import { useSettingsText } from './use-settings-text.js'

/** What the interface takes, seconds. */
const [leastRecording, mostRecording, mostRoll] = [5, 120, 10]

/** How long clips are, and out of which stream. */
export function RecordingGroup({ form }: { form: SettingsForm }) {
  const text = useSettingsText()
  const language = useLanguage()
  const { shown, now } = form
  const seconds = (value: number) => durationOf(value, language)
  const whole = shown.pre_event_buffer_sec + shown.recording_duration_sec + shown.post_event_buffer_sec
  return (
    <Group title={text.recording}>
      <Seconds
        label={text.duration}
        value={shown.recording_duration_sec}
        min={leastRecording}
        max={mostRecording}
        shown={seconds(shown.recording_duration_sec)}
        says={text.durationSays(seconds(whole))}
        onChange={(recording_duration_sec) => form.set({ recording_duration_sec })}
      />
      <Contested form={form} name="recording_duration_sec" theirs={seconds(now.recording_duration_sec)} />
      <Seconds
        label={text.pre}
        value={shown.pre_event_buffer_sec}
        min={0}
        max={mostRoll}
        shown={seconds(shown.pre_event_buffer_sec)}
        says={text.preSays}
        onChange={(pre_event_buffer_sec) => form.set({ pre_event_buffer_sec })}
      />
      <Contested form={form} name="pre_event_buffer_sec" theirs={seconds(now.pre_event_buffer_sec)} />
      <Seconds
        label={text.post}
        value={shown.post_event_buffer_sec}
        min={0}
        max={mostRoll}
        shown={seconds(shown.post_event_buffer_sec)}
        says={text.postSays}
        onChange={(post_event_buffer_sec) => form.set({ post_event_buffer_sec })}
      />
      <Contested form={form} name="post_event_buffer_sec" theirs={seconds(now.post_event_buffer_sec)} />
      <Segments
        label={text.recordingStream}
        value={shown.recording_stream}
        options={[
          { value: 'main', name: text.streams.main, says: text.recordingMainSays },
          { value: 'sub', name: text.streams.sub, says: text.recordingSubSays },
        ]}
        onChange={(recording_stream) => form.set({ recording_stream })}
      />
      <Contested form={form} name="recording_stream" theirs={text.streams[now.recording_stream]} />
    </Group>
  )
}
