import { checkDigit, FILLER } from '../mrz/characters.js';
import type { SpecimenData } from './specimen-data.js';

const padded = (text: string, length: number): string => text.padEnd(length, FILLER).slice(0, length);
const withFillers = (name: string): string => name.replaceAll(' ', FILLER);
const short = (date: string): string => date.slice(2).replaceAll('-', '');
const checked = (text: string): string => text + checkDigit(text);

/** The lines of the machine readable zone, with correct check digits. */
export function zoneOf(data: SpecimenData): string[] {
  switch (data.format) {
    case 'TD1':
      return td1(data);
    case 'TD2':
      return td2(data);
    case 'TD3':
      return td3(data);
    case 'MRV-A':
      return visa(data, 44);
    case 'MRV-B':
      return visa(data, 36);
    case 'FRA-ID':
      return french(data);
  }
}

const names = ({ surname, givenNames }: SpecimenData): string => `${withFillers(surname)}<<${withFillers(givenNames)}`;
const birthOf = ({ birthDate }: SpecimenData): string => checked(short(birthDate));
const expiryOf = ({ expiryDate }: SpecimenData): string => checked(short(expiryDate));

/** Document number and optional data. A number of more than 9 characters continues in the optional data (ICAO 9303). */
function numberOf({ number }: SpecimenData, space: number): [string, string] {
  if (number.length <= 9) return [checked(padded(number, 9)), padded('', space)];
  return [number.slice(0, 9) + FILLER, padded(number.slice(9) + checkDigit(number), space)];
}

function td1(data: SpecimenData): string[] {
  const [number, optional] = numberOf(data, 15);
  const [birth, expiry, optional2] = [birthOf(data), expiryOf(data), padded('', 11)];
  const composite = checkDigit(number + optional + birth + expiry + optional2);
  const second = birth + data.sex + expiry + padded(data.nationality, 3) + optional2 + composite;
  return [`I<${padded(data.issuer, 3)}${number}${optional}`, second, padded(names(data), 30)];
}

function td2(data: SpecimenData): string[] {
  const [number, optional] = numberOf(data, 7);
  const [birth, expiry] = [birthOf(data), expiryOf(data)];
  const composite = checkDigit(number + birth + expiry + optional);
  const second = number + padded(data.nationality, 3) + birth + data.sex + expiry + optional + composite;
  return [padded(`I<${padded(data.issuer, 3)}${names(data)}`, 36), second];
}

function td3(data: SpecimenData): string[] {
  const [number, birth, expiry] = [checked(padded(data.number, 9)), birthOf(data), expiryOf(data)];
  const optional = padded('', 14) + FILLER;
  const composite = checkDigit(number + birth + expiry + optional);
  const second = number + padded(data.nationality, 3) + birth + data.sex + expiry + optional + composite;
  return [padded(`P<${padded(data.issuer, 3)}${names(data)}`, 44), second];
}

function visa(data: SpecimenData, columns: number): string[] {
  const number = checked(padded(data.number, 9));
  const second = number + padded(data.nationality, 3) + birthOf(data) + data.sex + expiryOf(data);
  return [padded(`V<${padded(data.issuer, 3)}${names(data)}`, columns), padded(second, columns)];
}

function french(data: SpecimenData): string[] {
  const first = `IDFRA${padded(withFillers(data.surname), 25)}${data.number.slice(4, 7)}001`;
  const given = padded(data.givenNames.replaceAll(' ', '<<'), 14);
  const second = checked(data.number) + given + birthOf(data) + data.sex;
  return [first, checked(first + second).slice(36)];
}
