/** ISO 639-1 codes, each followed by its ISO 639-2/T code, which MP4 needs. */
const CODES =
  'aaaar ababk aeave afafr akaka amamh anarg arara asasm avava ayaym azaze babak bebel ' +
  'bgbul bhbih bibis bmbam bnben bobod brbre bsbos cacat ceche chcha cocos crcre csces ' +
  'cuchu cvchv cycym dadan dedeu dvdiv dzdzo eeewe elell eneng eoepo esspa etest eueus ' +
  'fafas ffful fifin fjfij fofao frfra fyfry gagle gdgla glglg gngrn guguj gvglv hahau ' +
  'heheb hihin hohmo hrhrv hthat huhun hyhye hzher iaina idind ieile igibo iiiii ikipk ' +
  'ioido isisl itita iuiku jajpn jvjav kakat kgkon kikik kjkua kkkaz klkal kmkhm knkan ' +
  'kokor krkau kskas kukur kvkom kwcor kykir lalat lbltz lglug lilim lnlin lolao ltlit ' +
  'lulub lvlav mgmlg mhmah mimri mkmkd mlmal mnmon mrmar msmsa mtmlt mymya nanau nbnob ' +
  'ndnde nenep ngndo nlnld nnnno nonor nrnbl nvnav nynya ococi ojoji omorm orori ososs ' +
  'papan pipli plpol pspus ptpor quque rmroh rnrun roron rurus rwkin sasan scsrd sdsnd ' +
  'sesme sgsag sisin skslk slslv smsmo snsna sosom sqsqi srsrp ssssw stsot susun svswe ' +
  'swswa tatam tetel tgtgk ththa titir tktuk tltgl tntsn toton trtur tstso tttat twtwi ' +
  'tytah uguig ukukr ururd uzuzb veven vivie vovol wawln wowol xhxho yiyid yoyor zazha ' +
  'zhzho zuzul';

const THREE_LETTERS = new Map(CODES.split(' ').map((pair) => [pair.slice(0, 2), pair.slice(2)]));

/** The ISO 639-2 code for a BCP 47 tag; "und" if there is none. */
export function languageCode(tag: string): string {
  const base = tag.toLowerCase().split(/[-_]/)[0] ?? '';
  return THREE_LETTERS.get(base) ?? (/^[a-z]{3}$/.test(base) ? base : 'und');
}
