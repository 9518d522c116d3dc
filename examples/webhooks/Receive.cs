// Receives webhooks: the Program.cs of a console project, started by `dotnet run`.
using System;
using System.Collections.Concurrent;
using System.IO;
using System.Linq;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Threading.Tasks;

public static class Receive
{
    /// <summary>The secret. While you replace it, set both the old and the new one, separated by a space.</summary>
    private static readonly byte[][] Keys = Environment.GetEnvironmentVariable("WEBHOOK_SECRETS")
        .Split(' ')
        .Select(secret => Convert.FromBase64String(secret.Replace("whsec_", "")))
        .ToArray();

    private const long MostSeconds = 5 * 60;
    private const int MostBytes = 1024 * 1024;

    /// <summary>In your system, use a unique column of a table.</summary>
    private static readonly ConcurrentDictionary<string, bool> Seen = new ConcurrentDictionary<string, bool>();

    public static void Main()
    {
        var port = Environment.GetEnvironmentVariable("PORT") ?? "8080";
        var listener = new HttpListener();
        listener.Prefixes.Add($"http://127.0.0.1:{port}/");
        listener.Start();
        while (true)
        {
            var context = listener.GetContext();
            Task.Run(() => Answer(context));
        }
    }

    private static void Answer(HttpListenerContext context)
    {
        try
        {
            context.Response.StatusCode = StatusFor(context.Request);
        }
        catch (IOException)
        {
            context.Response.StatusCode = 400; // the caller disconnected
        }
        context.Response.Close();
    }

    private static int StatusFor(HttpListenerRequest request)
    {
        // Use the body exactly as it arrived: the signature covers its bytes, and re-serialised JSON has other bytes.
        var body = BodyOf(request.InputStream);
        if (body == null) return 413;
        if (!IsGenuine(request, body)) return 401;
        var id = request.Headers["webhook-id"];
        if (Seen.TryAdd(id, true))
        {
            // In your system, store the message here, and process it later.
            Console.WriteLine($"{id} {Encoding.UTF8.GetString(body)}");
        }
        return 204;
    }

    private static byte[] BodyOf(Stream stream)
    {
        using (var body = new MemoryStream())
        {
            var buffer = new byte[16 * 1024];
            for (int read; (read = stream.Read(buffer, 0, buffer.Length)) > 0;)
            {
                body.Write(buffer, 0, read);
                if (body.Length > MostBytes) return null;
            }
            return body.ToArray();
        }
    }

    private static bool IsGenuine(HttpListenerRequest request, byte[] body)
    {
        var id = request.Headers["webhook-id"] ?? "";
        var timestamp = request.Headers["webhook-timestamp"] ?? "";
        var given = (request.Headers["webhook-signature"] ?? "").Split(' ');
        if (id == "" || !long.TryParse(timestamp, out var seconds)) return false;
        if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - (decimal)seconds) > MostSeconds) return false;
        var signed = Encoding.UTF8.GetBytes($"{id}.{timestamp}.").Concat(body).ToArray();
        return Keys.Select(key => SignatureBy(key, signed)).Any(expected => given.Any(one => IsSame(expected, one)));
    }

    private static string SignatureBy(byte[] key, byte[] signed)
    {
        using (var mac = new HMACSHA256(key))
        {
            return "v1," + Convert.ToBase64String(mac.ComputeHash(signed));
        }
    }

    private static bool IsSame(string one, string other) =>
        CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(one), Encoding.UTF8.GetBytes(other));
}
