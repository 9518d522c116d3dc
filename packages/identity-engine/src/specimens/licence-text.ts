import type { LicenceFields } from '../barcode/licence-fields.js';

const twoParts = (date: string, yearFirst: boolean): string => {
  const [year = '', month = '', day = ''] = date.split('-');
  return yearFirst ? year + month + day : month + day + year;
};

/** Writes the content of a North American licence's PDF417, with one subfile. */
export function licenceText(fields: LicenceFields): string {
  const yearFirst = fields.country === 'CAN';
  const [first = '', ...middle] = fields.givenNames.split(' ');
  const elements = [
    `DAQ${fields.number}`,
    `DCS${fields.surname}`,
    `DAC${first}`,
    `DAD${middle.join(' ') || 'NONE'}`,
    `DBB${twoParts(fields.birthDate, yearFirst)}`,
    `DBA${twoParts(fields.expiryDate, yearFirst)}`,
    `DBC${fields.sex === 'M' ? '1' : '2'}`,
    `DAJ${fields.jurisdiction}`,
    `DCG${fields.country}`,
  ];
  const subfile = `DL${elements.join('\n')}\r`;
  const header = '@\n\x1e\rANSI 636014080101';
  const start = header.length + 'DL00000000'.length;
  const fourDigits = (value: number): string => String(value).padStart(4, '0');
  return `${header}DL${fourDigits(start)}${fourDigits(subfile.length)}${subfile}`;
}
