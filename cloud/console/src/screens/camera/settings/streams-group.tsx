import { Contested, Group, Segments } from './controls.js'
import type { SettingsForm } from './use-settings-form.js'
import { useSettingsText } from './use-settings-text.js'

/** How many connections the camera is given, what each is for, and how pictures travel. */
export function StreamsGroup({ form }: { form: SettingsForm }) {
  const text = useSettingsText()
  const { shown, now } = form
  return (
    <Group title={text.streamsTitle}>
      <Segments
        label={text.mode}
        value={shown.stream_mode}
        options={[
          { value: 'single', name: text.modes.single, says: text.singleSays },
          { value: 'dual', name: text.modes.dual, says: text.dualSays },
        ]}
        onChange={(stream_mode) => form.set({ stream_mode })}
      />
      <Contested form={form} name="stream_mode" theirs={text.modes[now.stream_mode]} />
      {shown.stream_mode === 'dual' && (
        <Segments
          label={text.detectionStream}
          value={shown.detection_stream}
          options={[
            { value: 'sub', name: text.streams.sub, says: text.detectionSubSays },
            { value: 'main', name: text.streams.main, says: text.detectionMainSays },
          ]}
          onChange={(detection_stream) => form.set({ detection_stream })}
        />
      )}
      <Contested form={form} name="detection_stream" theirs={text.streams[now.detection_stream]} />
      <Segments
        label={text.transport}
        value={shown.stream_transport}
        options={[
          { value: 'tcp', name: 'TCP', says: text.tcpSays },
          { value: 'udp', name: 'UDP', says: text.udpSays },
        ]}
        onChange={(stream_transport) => form.set({ stream_transport })}
      />
      <Contested form={form} name="stream_transport" theirs={now.stream_transport.toUpperCase()} />
    </Group>
  )
}
