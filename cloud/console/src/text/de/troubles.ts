import type { Troubles } from '../en/troubles.js'

export const troubles: Troubles = {
  faults: {
    disabled: { message: 'Die Kamera ist ausgeschaltet.', remedy: 'In ihren Einstellungen einschalten.' },
    unpaired: { message: 'Die Kamera hat kein Gateway.', remedy: 'Mit einem Gateway verbinden.' },
    gateway_offline: {
      message: 'Das Gateway der Kamera ist offline, deshalb sieht niemand die Kamera.',
      remedy: 'Strom und Internetverbindung des Gateways prüfen, und ob sein Programm läuft.',
    },
    gateway_disabled: {
      message: 'Das Gateway der Kamera ist abgeschaltet.',
      remedy: 'Das Gateway wieder einschalten.',
    },
    relay_offline: {
      message: 'Gerade bedient kein Relay die Kamera.',
      remedy: 'Einen Moment warten; wenn es anhält, den Betreiber des Dienstes fragen.',
    },
    waiting: {
      message: 'Die Kamera wird gerade verbunden; noch kam nichts von ihr.',
      remedy: 'Einen Moment warten.',
    },
    unknown: {
      message: 'Die Kamera ist nicht erreichbar.',
      remedy: 'Strom und Netzwerk der Kamera prüfen.',
    },
    dns: {
      message: 'Die Kamera wurde nicht gefunden: ihr Name ist im Netzwerk nicht bekannt.',
      remedy: 'Die Schreibweise prüfen oder ihre IP-Adresse eintragen.',
    },
    refused: {
      message: 'Die Kamera lehnt die Verbindung ab.',
      remedy: 'Den Port prüfen, und ob der Dienst in der Kamera eingeschaltet ist.',
    },
    timeout: {
      message: 'Die Kamera hat nicht rechtzeitig geantwortet.',
      remedy: 'Prüfen, ob sie Strom hat, ob die Adresse stimmt und ob ihr Netzwerk erreichbar ist.',
    },
    auth: {
      message: 'Die Kamera nimmt Benutzer oder Passwort nicht an.',
      remedy: 'Beides prüfen. Nach mehreren Versuchen sperren manche Kameras das Konto für einige Minuten.',
    },
    not_found: {
      message: 'Die Kamera hat unter diesem Pfad keinen Bildstrom.',
      remedy: 'Pfad oder Kanal nach den Unterlagen des Herstellers prüfen.',
    },
    codec: {
      message: 'Die Kamera sendet Bilder in einem Format, das nicht unterstützt wird.',
      remedy: 'Den Bildstrom in der Kamera auf H.264 oder H.265 stellen.',
    },
    tls: {
      message: 'Die Kamera ließ sich nicht gesichert erreichen.',
      remedy:
        'Wurde ihr Zertifikat absichtlich geändert: ihm am Gateway mit `agent trust` vertrauen. Sonst ihre Firmware aktualisieren.',
    },
    redirect: {
      message: 'Die Kamera verweist auf eine andere Adresse.',
      remedy: 'Die endgültige Adresse eintragen: Verweisen wird nicht gefolgt, weil das Passwort mitginge.',
    },
    clock: {
      message: 'Die Kamera lehnt die Anmeldung ab, weil ihre Uhr falsch geht.',
      remedy: 'Die Uhr der Kamera stellen oder sie die Zeit aus dem Netzwerk holen lassen.',
    },
    not_rtsp: {
      message: 'Dort antwortet etwas, aber keine Kamera.',
      remedy: 'Den Port prüfen: ein anderer Dienst benutzt ihn.',
    },
    no_video: {
      message: 'Die Kamera bietet kein Bild an.',
      remedy: 'Den Pfad prüfen, und ob der Bildstrom in der Kamera eingeschaltet ist.',
    },
    stream_limit: {
      message: 'Die Kamera bedient niemanden mehr.',
      remedy:
        'Andere Betrachter und Rekorder dieser Kamera schließen oder ihre Grenze für Verbindungen anheben.',
    },
    address: {
      message: 'Die Adresse der Kamera liegt außerhalb der erlaubten Netzwerke.',
      remedy: 'Eine Adresse im Netzwerk des Standorts eintragen oder die erlaubten Netzwerke erweitern.',
    },
    protocol: {
      message: 'Die Kamera hat geantwortet, aber nicht verständlich.',
      remedy: 'Port und Pfad prüfen, und ob die neueste Firmware läuft.',
    },
  },
  streams: { main: 'Der Stream Main', sub: 'Der Stream Sub', any: 'Der Stream' },
  warnings: {
    long_keyframe_interval: (value, stream) => ({
      message: `${stream} hat nur alle ${value} s ein volles Bild: Clips beginnen bis zu so viel früher, und Bewegung wird später gesehen.`,
      remedy:
        'Den Abstand der vollen Bilder (I-Frame-Intervall, GOP) in der Kamera auf 1 bis 4 Sekunden stellen.',
    }),
    no_second_keyframe: (value, stream) => ({
      message: `${stream} hat volle Bilder im Abstand von mindestens ${value} s: Clips beginnen bis zu so viel früher oder mehr, und Bewegung wird spät gesehen.`,
      remedy:
        'Den Abstand der vollen Bilder (I-Frame-Intervall, GOP) in der Kamera auf 1 bis 4 Sekunden stellen.',
    }),
    outdated_encryption: (_value, stream) => ({
      message: `${stream} kommt über TLS 1.1 oder älter, oder mit einem zu kurzen Schlüssel: wer mithört, kann ihn vielleicht lesen.`,
      remedy: 'Die Firmware der Kamera aktualisieren oder ihr Zertifikat erneuern.',
    }),
    smart_codec: (value, stream) => ({
      message: `${stream} hat nur alle ${value} s ein volles Bild, wie bei Smart-Codecs: Clips beginnen bis zu so viel früher, und Bewegung wird später gesehen.`,
      remedy: 'H.264+, H.265+, Zipstream oder den Smart-Codec in der Kamera ausschalten.',
    }),
    b_frames: (_value, stream) => ({
      message: `${stream} hat B-Frames: live erscheint jedes Bild einige Bilder später als nötig.`,
      remedy: 'In der Kamera das Profil Baseline oder Main ohne B-Frames wählen.',
    }),
    h265: (_value, stream) => ({
      message: `${stream} ist H.265, das nicht jeder Browser abspielt.`,
      remedy: 'H.264 in der Kamera wählen, wo Clips überall zu sehen sein sollen.',
    }),
    sound_left_out: (_value, stream) => ({
      message: `${stream} hat Ton, der nicht aufgezeichnet wird: wegen seiner Kodierung, oder die Kamera spielte ihn nicht.`,
      remedy: 'In der Kamera AAC oder G.711 für den Ton wählen; ist es das schon, die Kamera neu starten.',
    }),
    sub_stream_missing: () => ({
      message: 'Ein kleiner Stream ist gewünscht, und es gibt keinen: Main tritt an seine Stelle.',
      remedy: 'Seinen Link eintragen oder den zweiten Stream in der Kamera einschalten.',
    }),
    sub_stream_unusable: () => ({
      message:
        'Der kleine Stream lässt sich nicht empfangen: Bewegung wird im aufgezeichneten Stream gesucht.',
      remedy: 'Seine Adresse prüfen und in der Kamera H.264 oder H.265 für ihn wählen.',
    }),
    detection_disturbs: () => ({
      message:
        'Die Kamera lässt den aufgezeichneten Stream fallen, wenn ein zweiter geöffnet wird: Bewegung wird im aufgezeichneten gesucht.',
      remedy: 'Mit einer Verbindung empfangen oder in der Kamera mehr Verbindungen erlauben.',
    }),
    pre_roll_shortened: () => ({
      message: 'Der Speicher des Gateways fasst nicht alle Sekunden vor dem Auslöser: Clips beginnen später.',
      remedy: 'Bitrate oder Abstand der vollen Bilder senken, oder dem Gateway weniger Kameras geben.',
    }),
    clock_skew: (value) => ({
      message: `Die Uhr der Kamera geht um ${value} s falsch. Ereignisse haben die Zeit des Gateways; falsch ist nur die Schrift im Bild.`,
      remedy: 'In der Kamera einen Zeitserver (NTP) einstellen.',
    }),
    frame_rate: (value, stream) => ({
      message: `${stream} hat ${value} Bilder in der Sekunde, weit weg von dem, was er sonst hat.`,
      remedy: 'Last der Kamera, Belichtung bei Nacht und Netzwerk prüfen.',
    }),
    packet_loss: (value, stream) => ({
      message: `${stream} verliert ${value} Pakete auf hundert Bilder.`,
      remedy: 'Kabel und Funk prüfen, die Bitrate senken oder über TCP empfangen.',
    }),
    short_runs_format: (value, stream) => ({
      message: `${stream} ändert etwa alle ${value} s das Format seiner Bilder: Clips werden dort abgeschnitten.`,
      remedy:
        'Bildgröße, Codec und Profil in der Kamera fest einstellen und ausschalten, was sie von selbst ändert.',
    }),
    short_runs_clock: (value) => ({
      message: `Die Uhr des Gateways wird etwa alle ${value} s gestellt: Clips werden dort abgeschnitten.`,
      remedy: 'Nur einen Zeitdienst die Uhr des Gateways stellen lassen.',
    }),
    short_runs_timestamps: (value, stream) => ({
      message: `${stream} hat etwa alle ${value} s unbrauchbare Zeiten: Clips werden dort abgeschnitten.`,
      remedy:
        'Die Bildrate in der Kamera fest einstellen, sie die Zeit aus dem Netzwerk nehmen lassen und nach neuerer Firmware sehen.',
    }),
    short_runs_reordered: (value, stream) => ({
      message: `${stream} ordnet seine Bilder etwa alle ${value} s anders, als er sagt: Clips werden dort abgeschnitten.`,
      remedy: 'In der Kamera das Profil Baseline oder Main ohne B-Frames wählen.',
    }),
    short_runs_restarted: (value, stream) => ({
      message: `${stream} beginnt etwa alle ${value} s neu, obwohl die Verbindung steht: Clips werden dort abgeschnitten.`,
      remedy: 'Nach neuerer Firmware sehen und andere Betrachter und Rekorder der Kamera schließen.',
    }),
    short_runs_connection: (value, stream) => ({
      message: `${stream} verliert etwa alle ${value} s seine Verbindung: Clips werden dort abgeschnitten.`,
      remedy:
        'Netzwerk und Strom der Kamera prüfen, andere Betrachter schließen und nach neuerer Firmware sehen.',
    }),
    short_runs_other: (value, stream) => ({
      message: `${stream} hat Bilder, die etwa alle ${value} s neu beginnen: Clips werden dort abgeschnitten.`,
      remedy: 'Nach neuerer Firmware der Kamera sehen und Bildrate und Bildgröße fest einstellen.',
    }),
    motion_unavailable: () => ({
      message: 'Das Gateway kann in den Bildern keine Bewegung suchen.',
      remedy: 'ffmpeg auf dem Gateway installieren; `agent doctor` sagt, ob es gefunden wird.',
    }),
    noisy_events: (value) => ({
      message: `Die Kamera meldet dasselbe ${value}-mal in der Minute: das ist kein Ereignis und zeichnet nichts auf.`,
      remedy:
        'In der Kamera abschalten, was sie so oft meldet, oder die Regel dahinter; der Rest läuft weiter.',
    }),
  },
  instead: {
    no_sub_stream: 'es gibt keinen kleinen Stream',
    single: 'es wird mit einer Verbindung empfangen, und was aufgezeichnet wird, dient auch der Bewegung',
    not_received: 'der gewünschte Stream ist gerade nicht zu empfangen',
  },
  hints: {
    axis_onvif_account:
      'Bei Axis hat ONVIF eigene Konten: eines an der Kamera anlegen, unter System, Konten, ONVIF-Konten.',
    hikvision_onvif_user:
      'Bei Hikvision ist ONVIF zuerst aus und hat eigene Benutzer: Konfiguration, Netzwerk, Erweiterte Einstellungen, Integrationsprotokoll.',
    dahua_onvif_user: 'Bei Dahua hat ONVIF eigene Benutzer: Einstellungen, System, Konto, ONVIF-Benutzer.',
    tapo_camera_account:
      'Eine Tapo nimmt nicht das Konto der App: in der App unter Erweiterte Einstellungen ein Kamerakonto anlegen.',
    reolink_ports:
      'Bei Reolink sind ONVIF und RTSP zuerst aus: Einstellungen, Netzwerk, Erweitert, Porteinstellungen.',
    keyframe_interval:
      'Es kommen Bilder, aber kein volles: den Abstand der vollen Bilder (I-Frame-Intervall, GOP) in der Kamera auf 1 bis 4 Sekunden stellen und H.264+, H.265+ oder Smart-Codec ausschalten.',
    axis_codec: 'Bei Axis: Video, Stream, H.264 oder H.265.',
    hikvision_codec: 'Bei Hikvision: Konfiguration, Video/Audio, Video, Videokodierung.',
    dahua_codec: 'Bei Dahua: Einstellungen, Kamera, Kodierung (oder Video), Kompression.',
    hanwha_codec: 'Bei Hanwha: Setup, Basis, Videoprofil, Codec.',
  },
  advice: {
    sub_stream_missing: () =>
      'Es gibt keinen kleinen Stream: Main tritt an seine Stelle. Seinen Link eintragen oder den zweiten Stream in der Kamera einschalten.',
    pre_roll_shortened: () =>
      'Der Speicher des Gateways fasst nicht alle Sekunden vor dem Auslöser: Clips beginnen später. Bitrate oder Abstand der vollen Bilder senken, oder dem Gateway weniger Kameras geben.',
    reconnects: (count) =>
      `Die Verbindung brach in einer Stunde ${count}-mal ab. Das Netzwerk zwischen Kamera und Gateway prüfen.`,
    stalls: (count) =>
      `Das Bild blieb in einer Stunde ${count}-mal stehen, obwohl die Verbindung stand. Die Kamera neu starten und nach neuerer Firmware sehen.`,
    breaks: (count) =>
      `Die Bilder begannen in einer Stunde ${count}-mal neu, obwohl die Verbindung stand. Bildrate und Bildgröße der Kamera fest einstellen.`,
    broken_frames: (count) =>
      `Die Kamera schrieb in einer Stunde ${count}-mal Unlesbares in ihre Verbindung. Bitrate senken, das Netzwerk prüfen und nach neuerer Firmware sehen.`,
    status_by_hand: () => 'Ihr Zustand wurde von Hand gesetzt; er gilt, bis die Kamera sich ändert.',
  },
  events: {
    connecting: { message: 'Das Gateway abonniert gerade die Meldungen der Kamera.', remedy: null },
    subscribed: { message: 'Das Gateway bekommt die Meldungen der Kamera.', remedy: null },
    degraded: {
      message:
        'Die Meldungen der Kamera kommen nicht, wie sie sollten; Bewegung wird in den Bildern gesucht.',
      remedy: 'Prüfen, ob Ereignisse in der Kamera eingeschaltet sind und das Konto sie bekommen darf.',
    },
    unsupported: { message: 'Die Kamera meldet nichts; Bewegung wird in den Bildern gesucht.', remedy: null },
    tombstoned: {
      message:
        'Vom Abonnieren startet diese Kamera neu, deshalb wird sie in Ruhe gelassen; Bewegung wird in den Bildern gesucht.',
      remedy: 'Neuere Firmware installieren: dann wird es wieder versucht.',
    },
    off: { message: 'Das Gateway hört gerade nicht auf die Meldungen der Kamera.', remedy: null },
  },
}
