import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { type DrawingOrder, specimenProgram, type SpecimenOrder } from '@countersign/identity-engine';
import { type Specimen, Specimens } from '../contract/ports.js';

const PROGRAM = fileURLToPath(specimenProgram);
const STATE = 'UTO';
const NAME_LENGTH = 28;
const PATIENCE_MS = 30_000;

@Injectable()
export class DrawnSpecimens extends Specimens {
  draw({ format, side, firstNames, lastNames, portrait, ...more }: Specimen): Promise<Buffer> {
    const names = { surname: inZone(lastNames), givenNames: inZone(firstNames) };
    const data = { format, issuer: STATE, nationality: STATE, sex: 'F' as const, ...names, ...more };
    return drawnBy({ data, side, portrait: portrait.toString('base64') });
  }

  picture(drawing: string): Promise<Buffer> {
    return drawnBy({ drawing: Buffer.from(drawing).toString('base64') });
  }
}

/** Converts a name to the form in the machine-readable zone, which allows only the letters A to Z and spaces. */
function inZone(name: string): string {
  const letters = name
    .normalize('NFD')
    .toUpperCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Z]+/g, ' ');
  return letters.trim().slice(0, NAME_LENGTH).trim() || 'SPECIMEN';
}

async function drawnBy(order: SpecimenOrder | DrawingOrder): Promise<Buffer> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'ignore'], timeout: PATIENCE_MS });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  // Writing fails if the drawing program has already ended. That error is ignored, because its exit code is reported
  // below.
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(order));
  const [picture, code] = await Promise.all([buffer(child.stdout), ended]);
  if (code !== 0) throw new Error(`The program that draws specimens ended with ${String(code)}`);
  return picture;
}
