import { expect, test } from 'vitest'
import { isHousekeeping, plainTopic } from './event-topic.js'

test.each([
  'tns1:Device/tnsmaker:Logs',
  'tns1:Device/tnsmaker:Maintenance/SystemLog',
  'tns1:Device/HardwareFailure/StorageFailure',
  'tns1:Device/tnsmaker:HardwareStatus',
  'tns1:Device/tnsaxis:Status/SystemReady',
  'tns1:Device/tnsaxis:Status/Temperature/Above',
  'tns1:Device/tnsaxis:Network/Lost',
  'tns1:Device/tnsmaker:NetworkInterface/State',
  'tns1:Device/tnsmaker:StorageAlarm',
  'tns1:Device/tnsmaker:TimeSync',
  'tns1:Device/tnsmaker:IPConflict',
  'tns1:Device/tnsmaker:Anything',
  'tns1:Storage/tnsaxis:Recording',
  'tnsmaker:Exception/DiskFull',
  'tnsmaker:Exception/IPConflict',
  'tnsmaker:Exception/IllegalLogin',
  'tnsmaker:System/FirmwareUpgrade',
  'tnsmaker:System/Reboot',
  'tnsmaker:NTP/Synchronized',
  'tnsmaker:Alarm/sd_card',
  'tnsmaker:HeartBeat',
  'tns1:RuleEngine/tnsmaker:Logs',
  'tns1:VideoSource/tnsmaker:EventLog',
  'tns1:VideoSource/tnsaxis:LiveStreamAccessed',
  'tns1:VideoSource/tnsaxis:DayNightVision',
  'tns1:UserAlarm/tnsaxis:Recurring/Interval',
  'tns1:PTZController/tnsaxis:Move/Channel_1',
  'tns1:Monitoring/OperatingTime/LastReboot',
])('of the device: %s', (topic) => {
  expect(isHousekeeping(topic)).toBe(true)
})

test.each([
  'tns1:Device/Trigger/DigitalInput',
  'tns1:Device/Trigger/Relay',
  'tns1:Device/tnsmaker:DigitalInput',
  'tns1:Device/tnsaxis:IO/Port',
  'tns1:Device/tnsaxis:IO/VirtualInput',
  'tns1:Device/tnsaxis:Sensor/PIR',
  'tns1:Device/tnsaxis:Casing/Open',
  'tns1:Device/tnsmaker:MotionDetection',
  'tns1:Device/tnsmaker:Doorbell',
  'tns1:VideoSource/MotionAlarm',
  'tns1:VideoSource/GlobalSceneChange/ImagingService',
  'tns1:VideoSource/tnsaxis:Tampering',
  'tns1:RuleEngine/LineDetector/Crossed',
  'tns1:RuleEngine/FieldDetector/ObjectsInside',
  'tns1:RuleEngine/tnsmaker:LicensePlateRecognition',
  'tns1:RuleEngine/tnsmaker:TemperatureDetection',
  'tns1:AudioAnalytics/Audio/DetectedSound',
  'tns1:UserAlarm/IVA/HumanShapeDetect',
  'tnsaxis:CameraApplicationPlatform/VMD/Camera1Profile1',
  'tnsmaker:NetworkCamera/MotionDetection',
  'tnsmaker:Thermal/TemperatureAlarm',
  'tnsmaker:PlateRecognition/Plate',
  'maker:Nobody/Has/Heard/Of',
  'tns1:Other/Thing',
])('of the site: %s', (topic) => {
  expect(isHousekeeping(topic)).toBe(false)
})

test('a topic in its tails and blanks is the same topic', () => {
  for (const tail of ['', '/', '/.', '//.', '////'])
    expect(plainTopic(`tns1:RuleEngine / CellMotionDetector/Motion${tail}`)).toBe(
      'RuleEngine/CellMotionDetector/Motion',
    )
})
