import { ApiProperty } from '@nestjs/swagger';
import {
  type PictureSignal,
  type SignalKind,
  signalKinds,
  type SignalSide,
  signalSides,
} from '@countersign/identity-engine';
import { BooleanField, EnumField } from '../../../shared/fields/index.js';

export class ReviewSignalDto {
  @EnumField(signalKinds, {
    name: 'IdvSignalKind',
    example: 'screen_pattern',
    description:
      'The kind of signal. Signals of document pictures: `screen_pattern`: the page shows a regular grid, as a photographed screen does. `error_level`: one field of the file was compressed less often than the rest. `editing_software`: the file names a picture editing program. `portrait_error_level`: the portrait was compressed less often than the rest of the page. `error_level`, `portrait_error_level` and `editing_software` are checked only in files that were uploaded unchanged. `second_portrait`: the small portrait shows another face than the large one. `portrait_edges`: a rectangle around the face has sharper edges than the rest of the page. Signals of selfies: `virtual_camera`: the name of the camera is that of a program. `repeated_frames`: frames were repeated pixel by pixel. `impossible_timing`: frames arrived faster than a person can move, or faster than the page shows a colour. `no_light_response`: the colours shown by the screen were not found in the face. `desktop_claimed`: the colours were not found, and the device claims not to be a phone; on a phone they would be required.',
  })
  kind!: SignalKind;
  @EnumField(signalSides, { name: 'IdvSignalSide', example: 'front' }) side!: SignalSide;
  @ApiProperty({
    type: 'number',
    minimum: 0,
    maximum: 1,
    example: 0.82,
    description: 'The strength of the signal, from 0 to 1.',
  })
  strength!: number;
  @BooleanField({ description: 'Whether the strength is above 0.5. Genuine pictures normally stay below this value.' })
  raised!: boolean;

  static of({ kind, side, strength, raised }: PictureSignal): ReviewSignalDto {
    return { kind, side, strength, raised };
  }
}
